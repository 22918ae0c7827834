// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/block_accesses.h"

#include "machine/block.h"

#include <algorithm>
#include <cstdlib>

namespace cuda_emulator {

namespace {

constexpr std::size_t most = 4096;          // listed accesses
constexpr std::size_t most_kept = 1u << 18; // bytes saved from before the stores

std::uint64_t offset_of(const block_access& a, std::uint32_t thread)
{
    return a.base + static_cast<std::uint64_t>(a.across) * (thread % a.row) +
           static_cast<std::uint64_t>(a.along) * (thread / a.row);
}

// Whether no byte belongs to two threads.
bool are_apart(const block_access& a)
{
    if (a.first == a.last) return true;
    const std::int64_t across = std::abs(a.across), along = std::abs(a.along), bytes = a.bytes;
    const std::int64_t columns = a.row, rows = a.last / a.row + 1;
    if (rows == 1) return across >= bytes;
    return (across >= bytes && along >= across * (columns - 1) + bytes) ||
           (along >= bytes && across >= along * (rows - 1) + bytes);
}

// Whether the access has no holes between its lowest and its highest byte.
bool is_dense(const block_access& a)
{
    const std::uint64_t threads = a.last - a.first + 1;
    return std::uint64_t{a.high} - a.low + a.bytes == threads * a.bytes;
}

bool is_of_the_same(const block_access& a, const block_access& b)
{
    return a.base == b.base && a.across == b.across && a.along == b.along && a.bytes == b.bytes;
}

// Whether each byte that both accesses touch is touched by only one thread.
template <class Listed>
bool each_its_own(const Listed& a, const Listed& b)
{
    if (!a.apart || !b.apart) return false;
    const auto is_one = [](const block_access& of) { return of.first == of.last; };
    if (is_of_the_same(a.access, b.access)) {
        // Two accesses by single threads may have the same place although the threads differ.
        const bool have_own = std::abs(a.access.across) >= std::int64_t{a.access.bytes};
        return have_own || !is_one(a.access) || !is_one(b.access) || a.access.first == b.access.first;
    }
    const auto is_one_of = [](const block_access& one, const block_access& others) {
        return one.first == one.last && one.first >= others.first && one.first <= others.last &&
               one.bytes == others.bytes && offset_of(one, one.first) == offset_of(others, one.first);
    };
    return is_one_of(a.access, b.access) || is_one_of(b.access, a.access);
}

} // namespace

block_accesses::block_accesses(block& b, shared_memory_check& check)
    : block_(b)
    , check_(check)
{
}

void block_accesses::start()
{
    all_.clear();
    before_.clear();
    written_ = read_ = {};
    owing_ = 0;
}

cell_range block_accesses::cells_of(const block_access& a) const
{
    return {a.low >> check_.shift, (a.high + a.bytes - 1) >> check_.shift};
}

bool block_accesses::is_written(const listed& n)
{
    if (check_.known_written.holds(n.cells) || check_.are_written(n.cells)) return true;
    const block_access& a = n.access;
    for (std::uint32_t thread = a.first; thread <= a.last; ++thread) {
        const auto cell = static_cast<std::uint32_t>(offset_of(a, thread)) >> check_.shift;
        for (std::uint32_t k = 0; k < a.bytes >> check_.shift; ++k)
            if (!check_.is_written(cell + k)) return false;
    }
    return true;
}

bool block_accesses::add(const block_access& a)
{
    if (all_.size() == most) return false;
    listed n{a, cells_of(a), are_apart(a)};
    bool knows_value = false; // each thread loads bytes that it has written itself
    if (a.writes) {
        if (!n.apart || before_.size() > most_kept) return false;
        if (written_.meets(n.cells) || read_.meets(n.cells))
            for (const listed& e : all_)
                if (e.cells.meets(n.cells) && !each_its_own(e, n)) return false;
        n.kept = before_.size();
        const char* const shared = block_.shared;
        before_.insert(before_.end(), shared + check_.offset_of(n.cells.low),
                       shared + check_.offset_of(n.cells.high + 1));
        written_.extend(n.cells);
    } else {
        if (written_.meets(n.cells))
            for (const listed& e : all_) {
                if (!e.access.writes || !e.cells.meets(n.cells)) continue;
                if (!each_its_own(e, n)) return false;
                knows_value |= e.access.first <= a.first && a.last <= e.access.last;
            }
        if (check_.uninitialised && !knows_value && !is_written(n)) return false;
        read_.extend(n.cells);
    }
    all_.push_back(n);
    return true;
}

// Marks the cells as written by earlier stores of the block, which all threads know.
void block_accesses::mark_written(const listed& n)
{
    const block_access& a = n.access;
    if (check_.known_written.holds(n.cells)) return;
    if (is_dense(a)) {
        check_.set_written(n.cells);
        return;
    }
    for (std::uint32_t thread = a.first; thread <= a.last; ++thread) {
        const auto offset = static_cast<std::uint32_t>(offset_of(a, thread));
        check_.set_written({offset >> check_.shift, (offset + a.bytes - 1) >> check_.shift});
    }
}

void block_accesses::barrier()
{
    if (written_.low <= written_.high)
        for (const listed& n : all_)
            if (n.access.writes) mark_written(n);
    start();
}

void block_accesses::leave()
{
    if (all_.empty()) return;
    find_silent();
    const std::size_t warps = block_.warps.size();
    owing_ = warps == warp_size ? all_lanes : (1u << warps) - 1;
}

// Replays the stores backwards, so that the memory always holds the result of the current store.
void block_accesses::find_silent()
{
    if (before_.empty()) return;
    std::vector<char> now(block_.shared, block_.shared + check_.offset_of(written_.high + 1));
    const std::size_t bytes = check_.offset_of(1);
    for (auto n = all_.rbegin(); n != all_.rend(); ++n) {
        if (!n->access.writes) continue;
        for (std::uint32_t c = n->cells.low; c <= n->cells.high; ++c) {
            char* const there = now.data() + check_.offset_of(c);
            char* const kept = before_.data() + n->kept + check_.offset_of(c - n->cells.low);
            const bool is_silent = std::equal(there, there + bytes, kept);
            std::copy(kept, kept + bytes, there);
            *kept = is_silent;
        }
    }
}

void block_accesses::note_for(warp& w)
{
    if ((owing_ >> w.index & 1) == 0) return;
    owing_ &= ~(1u << w.index);
    const std::uint32_t begin = w.index * warp_size, shift = check_.shift;
    for (const listed& n : all_) {
        const block_access& a = n.access;
        alignas(32) std::uint32_t cell[warp_size];
        std::uint32_t mask = 0;
        for (std::uint32_t l = 0; l < warp_size; ++l)
            if (begin + l >= a.first && begin + l <= a.last) {
                mask |= 1u << l;
                cell[l] = static_cast<std::uint32_t>(offset_of(a, begin + l)) >> shift;
            }
        if (!mask) continue;
        for (std::uint32_t l = 0; l < warp_size; ++l)
            if ((mask >> l & 1) == 0) cell[l] = cell[__builtin_ctz(mask)];
        const instruction& i = w.current->function->code[a.pc];
        check_.note_earlier(w, i, mask, cell, a.bytes >> shift, a.writes ? before_.data() + n.kept : nullptr,
                            n.cells.low);
    }
    if (!owing_) start();
}

} // namespace cuda_emulator
