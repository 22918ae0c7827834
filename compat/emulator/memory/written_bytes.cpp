// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/written_bytes.h"

#include "memory/page.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <vector>

namespace cuda_emulator {

namespace {
void add(cell& c, cell bits)
{
    if ((__atomic_load_n(&c, __ATOMIC_RELAXED) & bits) != bits) __atomic_fetch_or(&c, bits, __ATOMIC_RELAXED);
}
void remove(cell& c, cell bits) { __atomic_fetch_and(&c, static_cast<cell>(~bits), __ATOMIC_RELAXED); }

// Calls part(cell, bits) for a cell at either end that is covered in part, and whole(first, count) for the cells
// between.
template <class Part, class Whole>
void each_cell(cell* cells, std::uintptr_t at, std::size_t bytes, Part part, Whole whole)
{
    if (const std::size_t head = std::min<std::size_t>(bytes, (4 - at % 4) % 4)) {
        part(cells[at / 4], bits_in_cell(at, head));
        at += head;
        bytes -= head;
    }
    if (bytes >= 4) whole(cells + at / 4, bytes / 4);
    if (const std::size_t tail = bytes % 4) part(cells[(at + bytes) / 4], bits_in_cell(0, tail));
}
} // namespace

bool written_bytes::begin(std::uintptr_t base, std::size_t size)
{
    void* p = mmap(nullptr, size / 4, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return false;
    storage_ = static_cast<cell*>(p);
    base_ = base;
    return true;
}

void written_bytes::write(std::uintptr_t at, std::size_t bytes)
{
    each_cell(cells(), at, bytes, add, [](cell* first, std::size_t n) { std::memset(first, whole_cell, n); });
}

void written_bytes::clear(std::uintptr_t at, std::size_t bytes)
{
    each_cell(
        cells(), at, bytes, [](cell& c, cell bits) { remove(c, bits | copied_cell); },
        [](cell* first, std::size_t n) {
            // Whole pages return to the system, and come back as zeros.
            const auto begin = reinterpret_cast<std::uintptr_t>(first), end = begin + n, page = page_bytes();
            const std::uintptr_t low = (begin + page - 1) / page * page, high = end / page * page;
            if (low >= high) {
                std::memset(first, 0, n);
                return;
            }
            std::memset(first, 0, low - begin);
            madvise(reinterpret_cast<void*>(low), high - low, MADV_DONTNEED);
            std::memset(reinterpret_cast<void*>(high), 0, end - high);
        });
}

void written_bytes::give_back(std::uintptr_t low, std::uintptr_t high)
{
    const auto first = reinterpret_cast<std::uintptr_t>(cells() + (low + bytes_of_cell - 1) / bytes_of_cell);
    const auto last = reinterpret_cast<std::uintptr_t>(cells() + high / bytes_of_cell);
    const std::uintptr_t page = page_bytes(), begin = (first + page - 1) / page * page, end = last / page * page;
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

void written_bytes::copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes)
{
    cell* const all = cells();
    if ((to - from) % 4 == 0 && to % 4 == 0 && bytes % 4 == 0) {
        std::memmove(all + to / 4, all + from / 4, bytes / 4);
        return;
    }
    std::vector<bool> written(bytes);
    for (std::size_t k = 0; k < bytes; ++k)
        written[k] = all[(from + k) / 4] >> (from + k) % 4 & 1;
    for (std::size_t k = 0; k < bytes; ++k)
        if (const cell bit = bits_in_cell(to + k, 1); written[k]) {
            add(all[(to + k) / 4], bit);
        } else {
            remove(all[(to + k) / 4], bit);
        }
}

void written_bytes::each_unwritten(std::uintptr_t at, std::size_t bytes,
                                   const std::function<void(std::uintptr_t, std::size_t)>& act) const
{
    const cell* const all = cells();
    const std::uintptr_t end = at + bytes;
    std::uintptr_t begin = 0; // of the current range; 0: none
    // One step covers eight cells that are all written, or all unwritten.
    constexpr std::uintptr_t step = 8 * bytes_of_cell;
    constexpr std::uint64_t whole = 0x0f0f0f0f0f0f0f0full;
    while (at < end) {
        if (at % bytes_of_cell == 0 && end - at >= step) {
            std::uint64_t eight;
            std::memcpy(&eight, all + at / bytes_of_cell, sizeof eight);
            eight &= whole;
            if (eight == 0 || eight == whole) {
                if (eight == 0 && !begin) begin = at;
                if (eight == whole && begin) act(begin, at - begin), begin = 0;
                at += step;
                continue;
            }
        }
        const bool written = all[at / bytes_of_cell] >> at % bytes_of_cell & 1;
        if (!written && !begin) begin = at;
        if (written && begin) act(begin, at - begin), begin = 0;
        ++at;
    }
    if (begin) act(begin, end - begin);
}

void written_bytes::take_back(std::uintptr_t at)
{
    cell& c = cells()[at / 4];
    remove(c, bits_in_cell(at, 1));
    add(c, copied_cell);
}

} // namespace cuda_emulator
