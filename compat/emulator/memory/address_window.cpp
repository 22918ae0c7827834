// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/address_window.h"

#include "memory/free_ranges.h"
#include "memory/page.h"

#include <sys/mman.h>

namespace cuda_emulator {

namespace {

constexpr std::size_t gib = std::size_t{1} << 30;
constexpr int closed = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

} // namespace

// The object is never destroyed, because threads of the pool may outlive main. The preferred addresses are free in most
// programs. Sanitizers use them for their own memory, and then other addresses serve.
address_window& address_window::shared()
{
    static auto* const window =
        new address_window(std::uintptr_t{0x2800} << 32, 4096 * gib, shared_stride, 4 * gib, 64 * shared_stride);
    return *window;
}

address_window& address_window::local()
{
    static auto* const window = new address_window(std::uintptr_t{0x2000} << 32, 4096 * gib, page_bytes(), 0, gib / 16);
    return *window;
}

address_window::address_window(std::uintptr_t wanted, std::size_t bytes, std::size_t stride, std::size_t guard,
                               std::size_t kept)
    : stride_(stride)
    , kept_(kept)
{
    // A limit of address space (ulimit -v) may leave less than that, and nothing for the guard.
    for (; bytes >= gib / 16; bytes /= 2) {
        void* const p = mmap(reinterpret_cast<void*>(wanted), bytes, PROT_NONE, closed, -1, 0);
        if (p == MAP_FAILED) continue;
        base_ = reinterpret_cast<std::uint64_t>(p);
        reserved_ = bytes;
        const std::size_t begin = round_up(base_, stride) - base_;
        free_[begin] = (bytes - (bytes > 2 * guard ? guard : 0) - begin) / stride * stride;
        return;
    }
}

char* address_window::take(std::size_t bytes)
{
    const std::size_t want = round_up(bytes, stride_);
    std::unique_lock lock(mutex_);
    auto i = free_.begin();
    while (i != free_.end() && i->second < want)
        ++i;
    if (i == free_.end()) return nullptr;
    const auto [offset, room] = *i;
    free_.erase(i);
    if (room > want) free_[offset + want] = room - want;
    lock.unlock();
    char* const p = reinterpret_cast<char*>(base_ + offset);
    if (is_open_ || mprotect(p, round_up(bytes, page_bytes()), PROT_READ | PROT_WRITE) == 0) return p;
    // The kernel limits the number of mappings (vm.max_map_count), and thousands of blocks may wait at once. So the
    // whole range becomes one mapping.
    if (mprotect(reinterpret_cast<void*>(base_), reserved_, PROT_READ | PROT_WRITE) == 0) {
        is_open_ = true;
        return p;
    }
    give_back(p, bytes);
    return nullptr;
}

void address_window::give_back(char* p, std::size_t bytes)
{
    const std::size_t offset = reinterpret_cast<std::uint64_t>(p) - base_, room = round_up(bytes, stride_);
    if (is_open_) {
        madvise(p, round_up(bytes, page_bytes()), MADV_DONTNEED);
    } else if (offset + room > kept_) {
        mmap(p, round_up(bytes, page_bytes()), PROT_NONE, closed | MAP_FIXED, -1, 0);
    }
    std::lock_guard lock(mutex_);
    add_free_range(free_, offset, room);
}

} // namespace cuda_emulator
