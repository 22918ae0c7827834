// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/block_accesses.h"

#include "check/access_strides.h"
#include "machine/block.h"
#include "machine/lanes.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace cuda_emulator {

namespace {

constexpr std::size_t most = 4096;            // listed accesses
constexpr std::size_t most_kept = 1u << 20;   // bytes saved from before the stores
constexpr std::size_t most_places = 1u << 20; // offsets of scattered accesses

// Translated code has just stored the members one by one. A wider load would wait until all of them are in the cache.
[[gnu::noinline, gnu::optimize("no-tree-slp-vectorize", "no-store-merging")]] void
copy_members(block_access& to, const block_access& from)
{
    to.base = from.base;
    to.across = from.across;
    to.along = from.along;
    to.bytes = from.bytes;
    to.pc = from.pc;
    to.row = from.row;
    to.first = from.first;
    to.last = from.last;
    to.low = from.low;
    to.high = from.high;
    to.writes = from.writes;
}

} // namespace

block_accesses::listed::listed(const block_access& a) { copy_members(access, a); }

block_accesses::block_accesses(block& b, shared_memory_check& check)
    : block_(b)
    , check_(check)
{
}

void block_accesses::start()
{
    all_.clear();
    before_.clear();
    places_.clear();
    owners_.start();
    written_ = read_ = {};
    owing_ = 0;
}

cell_range block_accesses::cells_of(const block_access& a) const
{
    return {a.low >> check_.shift, (a.high + a.bytes - 1) >> check_.shift};
}

// The lanes of the warp that make the access. Other lanes have any cell.
cell_owners::lanes block_accesses::lanes_of(const listed& n, std::uint32_t warp) const
{
    const block_access& a = n.access;
    const std::uint32_t begin = warp * warp_size, shift = check_.shift;
    cell_owners::lanes all;
    all.first_thread = begin;
    all.count = a.bytes >> shift;
    if (n.is_scattered) {
        const std::uint32_t* const masks = places_.data() + n.places;
        const std::uint32_t* const offsets = masks + block_.warps.size() + begin;
        all.mask = masks[warp];
        for (std::uint32_t l = 0; l < warp_size; ++l)
            all.cell[l] = offsets[l] >> shift;
        return all;
    }
    const std::uint32_t first = std::max(a.first, begin), last = std::min(a.last, begin + warp_size - 1);
    all.mask = first <= last ? all_lanes << (first - begin) & all_lanes >> (begin + warp_size - 1 - last) : 0;
    std::uint32_t column = begin % a.row;
    auto offset = static_cast<std::uint32_t>(offset_of(a, begin));
    for (std::uint32_t l = 0; l < warp_size; ++l) {
        all.cell[l] = offset >> shift;
        offset += static_cast<std::uint32_t>(a.across);
        if (++column < a.row) continue;
        column = 0;
        offset = static_cast<std::uint32_t>(offset_of(a, begin + l + 1));
    }
    return all;
}

// Calls f(lanes) for each warp of the block.
template <class F>
void block_accesses::each_warp(const listed& n, F f) const
{
    for (std::uint32_t warp = n.access.first / warp_size; warp <= n.access.last / warp_size; ++warp)
        if (const cell_owners::lanes lanes = lanes_of(n, warp); lanes.mask) f(lanes);
}

bool block_accesses::is_written(const listed& n)
{
    if (check_.known_written.holds(n.cells) || check_.are_written(n.cells)) return true;
    bool all = true;
    each_warp(n, [&](const cell_owners::lanes& a) {
        each_lane(a.mask, [&](int l) {
            for (std::uint32_t k = 0; k < a.count; ++k)
                all &= check_.is_written(a.cell[l] + k) || owners_.is_written(a.cell[l] + k);
        });
    });
    return all;
}

// Whether each thread of the access has its cells to itself, except for loads of cells that no thread writes.
bool block_accesses::has_own_cells(listed& n)
{
    owners_.reach(std::max(n.cells.high, std::max(written_.high, read_.high)));
    const auto write = [&](listed& e) {
        bool is_own = true;
        each_warp(e, [&](const cell_owners::lanes& a) { is_own &= owners_.write(a); });
        e.has_owners = true;
        return is_own;
    };
    for (listed& e : all_) {
        if (&e == &n) break;
        if (e.has_owners || !(e.access.writes || n.access.writes) || !e.cells.meets(n.cells)) continue;
        if (e.access.writes) {
            write(e);
        } else {
            each_warp(e, [&](const cell_owners::lanes& a) { owners_.read(a); });
            e.has_owners = true;
        }
    }
    if (n.access.writes) return write(n);
    bool is_own = true;
    each_warp(n, [&](const cell_owners::lanes& a) { is_own &= owners_.may_read(a); });
    return is_own;
}

// A store that leaves few holes keeps the contents between its bounds, another one the contents by thread.
void block_accesses::keep_contents(listed& n)
{
    n.kept = before_.size();
    const char* const shared = block_.shared;
    const std::size_t bytes = n.access.bytes, of_threads = bytes * block_.warps.size() * warp_size;
    n.keeps_bounds = !n.is_scattered || check_.offset_of(n.cells.high - n.cells.low) < 2 * of_threads;
    if (n.keeps_bounds) {
        before_.insert(before_.end(), shared + check_.offset_of(n.cells.low),
                       shared + check_.offset_of(n.cells.high + 1));
        return;
    }
    before_.resize(n.kept + of_threads);
    each_warp(n, [&](const cell_owners::lanes& a) {
        each_lane(a.mask, [&](int l) {
            char* const kept = before_.data() + kept_of(n, a, l);
            std::memcpy(kept, shared + check_.offset_of(a.cell[l]), bytes);
        });
    });
}

// Position in `before_` of the earlier contents of the lane's cells.
std::size_t block_accesses::kept_of(const listed& n, const cell_owners::lanes& a, int lane) const
{
    return n.kept + (n.keeps_bounds ? check_.offset_of(a.cell[lane] - n.cells.low)
                                    : std::size_t{n.access.bytes} * (a.first_thread + static_cast<unsigned>(lane)));
}

// Whether the strides of the listed accesses and of this one, or their cells, tell that they do not race.
bool block_accesses::may_list(listed& n)
{
    const block_access& a = n.access;
    bool knows_value = false; // each thread loads bytes that it has written itself
    bool is_clear = true;
    const auto end = all_.end() - 1; // n itself
    if (a.writes) {
        if (!are_apart(a) || before_.size() > most_kept) return false;
        if (written_.meets(n.cells) || read_.meets(n.cells))
            for (auto e = all_.begin(); e != end; ++e)
                is_clear &= !e->cells.meets(n.cells) || are_interleaved(e->access, a) || each_its_own(e->access, a);
        if (!is_clear && !has_own_cells(n)) return false;
        keep_contents(n);
        written_.extend(n.cells);
        return true;
    }
    if (written_.meets(n.cells))
        for (auto e = all_.begin(); e != end; ++e) {
            if (!e->access.writes || !e->cells.meets(n.cells) || are_interleaved(e->access, a)) continue;
            is_clear &= each_its_own(e->access, a);
            knows_value |= e->access.first <= a.first && a.last <= e->access.last;
        }
    if (!is_clear && !has_own_cells(n)) return false;
    if (!(is_clear && knows_value) && may_be_unwritten(n)) return false;
    read_.extend(n.cells);
    return true;
}

bool block_accesses::add(const block_access& a)
{
    if (all_.size() == most) return false;
    listed& n = all_.emplace_back(a);
    n.cells = cells_of(n.access);
    if (may_list(n)) return true;
    all_.pop_back();
    return false;
}

bool block_accesses::add(const scattered_access& a)
{
    const dimensions& b = block_.grid.block;
    const auto row = static_cast<std::uint32_t>(std::uint64_t{b.y} * b.z == 1 ? b.volume() : b.x);
    const auto strided = strides_of(a, static_cast<std::uint32_t>(block_.warps.size()), row);
    if (strided && (!a.writes || are_apart(*strided))) return add(*strided);
    if (all_.size() == most || places_.size() > most_places || before_.size() > most_kept) return false;
    const auto warps = static_cast<std::uint32_t>(block_.warps.size()), threads = warps * warp_size;
    const block_access bounds{0, 0, 0, a.bytes, a.pc, threads, 0, threads - 1, a.low, a.high, a.writes};
    listed& n = all_.emplace_back(bounds);
    n.cells = cells_of(n.access);
    n.is_scattered = true;
    n.places = places_.size();
    places_.insert(places_.end(), a.masks, a.masks + warps);
    places_.insert(places_.end(), a.offsets, a.offsets + threads);
    if (may_list_scattered(n)) return true;
    all_.pop_back();
    return false;
}

bool block_accesses::may_list_scattered(listed& n)
{
    if (n.access.writes) {
        if (!has_own_cells(n)) return false;
        keep_contents(n);
        written_.extend(n.cells);
        return true;
    }
    if (written_.meets(n.cells) && !has_own_cells(n)) return false;
    if (may_be_unwritten(n)) return false;
    read_.extend(n.cells);
    return true;
}

// Marks the cells as written by earlier stores of the block, which all threads know.
void block_accesses::mark_written(const listed& n)
{
    if (check_.known_written.holds(n.cells)) return;
    if (!n.is_scattered && is_dense(n.access)) {
        check_.set_written(n.cells);
        return;
    }
    if (n.is_scattered) {
        each_warp(n, [&](const cell_owners::lanes& a) {
            each_lane(a.mask, [&](int l) { check_.set_written({a.cell[l], a.cell[l] + a.count - 1}); });
        });
        return;
    }
    // Threads of a row whose elements follow each other are marked at once.
    const block_access& a = n.access;
    const std::uint32_t at_once = a.across == a.bytes ? a.row : 1;
    for (std::uint32_t t = a.first; t <= a.last;) {
        const std::uint32_t next = std::min(a.last + 1, (t / at_once + 1) * at_once);
        const auto low = static_cast<std::uint32_t>(offset_of(a, t));
        check_.set_written({low >> check_.shift, (low + (next - t) * a.bytes - 1) >> check_.shift});
        t = next;
    }
}

void block_accesses::barrier()
{
    if (written_.low <= written_.high)
        for (const listed& n : all_)
            if (n.access.writes) mark_written(n);
    start();
}

std::size_t block_accesses::leave()
{
    if (all_.empty()) return 0;
    find_silent();
    const std::size_t warps = block_.warps.size();
    owing_ = warps == warp_size ? all_lanes : (1u << warps) - 1;
    return all_.size();
}

// Replays the stores backwards, so that the memory always holds the result of the current store.
void block_accesses::find_silent()
{
    if (before_.empty()) return;
    std::vector<char> now(block_.shared, block_.shared + check_.offset_of(written_.high + 1));
    const auto replay_cell = [](char* there, char* kept, auto bytes) {
        const bool is_silent = std::memcmp(there, kept, bytes) == 0;
        std::memcpy(there, kept, bytes);
        *kept = is_silent;
    };
    const bool are_bytes = check_.shift == 0;
    const auto replay = [&](std::uint32_t cell, char* kept) {
        char* const there = now.data() + check_.offset_of(cell);
        are_bytes ? replay_cell(there, kept, std::integral_constant<std::size_t, 1>())
                  : replay_cell(there, kept, std::integral_constant<std::size_t, 4>());
    };
    for (auto n = all_.rbegin(); n != all_.rend(); ++n) {
        if (!n->access.writes) continue;
        if (n->keeps_bounds && !n->is_scattered) {
            for (std::uint32_t c = n->cells.low; c <= n->cells.high; ++c)
                replay(c, before_.data() + n->kept + check_.offset_of(c - n->cells.low));
            continue;
        }
        each_warp(*n, [&](const cell_owners::lanes& a) {
            each_lane(a.mask, [&](int l) {
                for (std::uint32_t k = 0; k < a.count; ++k)
                    replay(a.cell[l] + k, before_.data() + kept_of(*n, a, l) + check_.offset_of(k));
            });
        });
    }
}

void block_accesses::note_for(warp& w)
{
    if ((owing_ >> w.index & 1) == 0) return;
    owing_ &= ~(1u << w.index);
    char silent[warp_size * 16]; // an access has at most 16 cells
    for (const listed& n : all_) {
        const cell_owners::lanes a = lanes_of(n, w.index);
        if (!a.mask) continue;
        alignas(32) std::uint32_t cell[warp_size];
        for (std::uint32_t l = 0; l < warp_size; ++l)
            cell[l] = a.cell[a.mask >> l & 1 ? static_cast<int>(l) : __builtin_ctz(a.mask)];
        if (n.access.writes)
            each_lane(a.mask, [&](int l) {
                for (std::uint32_t k = 0; k < a.count; ++k)
                    silent[static_cast<std::uint32_t>(l) * a.count + k] =
                        before_[kept_of(n, a, l) + check_.offset_of(k)];
            });
        const instruction& i = w.current->function->code[n.access.pc];
        check_.note_earlier(w, i, a.mask, cell, a.count, n.access.writes ? silent : nullptr);
    }
    if (!owing_) start();
}

} // namespace cuda_emulator
