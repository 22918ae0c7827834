// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that order accesses to shared memory: barriers, fences, strong accesses, and waits for asynchronous
// copies.
#include "check/global_races.h"
#include "check/shared_memory.h"
#include "check/undefined_values.h"
#include "isa/integers.h"
#include "machine/cluster.h"

#include <algorithm>

namespace cuda_emulator {

void shared_memory_check::order_strong(warp& w, const instruction& i, u32 mask, const u32* cell, bool reads,
                                       bool writes)
{
    if (meets_blocks_) {
        u64 at[warp_size];
        addresses_of_cells(mask, cell, at);
        each_lane(mask, [&](int l) { at[l] = object_in_cluster(at[l]); });
        block_.races->strong(w, i, mask, at, reads, writes);
    }
    if (order_.trivial() && i.order <= memory_order::relaxed) return;
    apply_reads();
    each_lane(mask, [&](int l) { order_.strong_access(w.index, l, i.order, reads, writes, objects_[cell[l]]); });
}

void shared_memory_check::note_global(warp& w, const instruction& i, u32 mask, bool reads, bool writes)
{
    block_.of->orders_itself = true;
    if (order_.trivial() && i.order <= memory_order::relaxed) return;
    apply_reads();
    each_lane(mask, [&](int l) { order_.strong_access(w.index, l, i.order, reads, writes, global_); });
}

void shared_memory_check::block_barrier()
{
    block_.undefined->settle();
    new_epoch();
}

void shared_memory_check::arrive(warp& w, u32 mask, u32 barrier)
{
    apply_reads();
    order_.release(w.index, mask, named_[barrier]);
}

void shared_memory_check::leave(warp& w, u32 mask, u32 barrier)
{
    apply_reads();
    order_.acquire(w.index, mask, named_[barrier]);
}

void shared_memory_check::warp_barrier(warp& w, u32 mask)
{
    apply_reads();
    order_.warp_barrier(w, mask);
}

void shared_memory_check::fence(warp& w, u32 mask)
{
    apply_reads();
    order_.fence(w.index, mask);
}

void shared_memory_check::mbarrier_arrive(warp& w, int lane, std::uint64_t address)
{
    apply_reads();
    const auto offset = address - reinterpret_cast<std::uint64_t>(block_.shared);
    order_.release(w.index, 1u << lane, objects_[static_cast<u32>(offset >> shift_)]);
}

void shared_memory_check::mbarrier_wait(warp& w, int lane, std::uint64_t address)
{
    apply_reads();
    const auto offset = address - reinterpret_cast<std::uint64_t>(block_.shared);
    order_.acquire(w.index, 1u << lane, objects_[static_cast<u32>(offset >> shift_)]);
}

// --- asynchronous copies

void shared_memory_check::stamp_copy(const pending_copy& c)
{
    const u32 stamp = new_record(c.at, c.function, true) << thread_bits | order_.copies();
    each_lane(c.mask, [&](int l) {
        std::fill_n(&written_[c.cell[l]], c.count, stamp);
        written_now.extend({c.cell[l], c.cell[l] + c.count - 1}, part_shift);
    });
}

void shared_memory_check::finish_copy(u32 warp_index, const pending_copy& c, u32 lanes)
{
    const u32 stamp = stamp_of(warp_index, *c.at, c.function, true);
    each_lane(lanes, [&](int l) {
        std::fill_n(&written_[c.cell[l]], c.count, stamp | static_cast<u32>(l));
        written_now.extend({c.cell[l], c.cell[l] + c.count - 1}, part_shift);
    });
}

void shared_memory_check::copy(warp& w, const instruction& i, u32 mask, const std::uint64_t* at, u32 bytes)
{
    const auto base = reinterpret_cast<std::uint64_t>(block_.shared);
    const u32* const groups = &groups_[w.index * warp_size];
    while (mask) {
        pending_copy c = {0, bytes >> shift_, groups[__builtin_ctz(mask)], &i, w.current->function, {}};
        each_lane(mask, [&](int l) {
            c.mask |= std::uint32_t(groups[l] == c.group) << l;
            c.cell[l] = static_cast<u32>(at[l] - base) >> shift_;
        });
        mask &= ~c.mask;
        copies_[w.index].push_back(c);
        stamp_copy(c);
    }
}

void shared_memory_check::commit_copies(warp& w, u32 mask)
{
    each_lane(mask, [&](int l) { ++groups_[w.index * warp_size + static_cast<u32>(l)]; });
}

void shared_memory_check::wait_for_copies(warp& w, u32 mask, int pending)
{
    auto& under_way = copies_[w.index];
    const u32* const groups = &groups_[w.index * warp_size];
    for (pending_copy& c : under_way) {
        u32 done = 0;
        each_lane(mask & c.mask,
                  [&](int l) { done |= u32{pending < 0 || c.group + static_cast<u32>(pending) < groups[l]} << l; });
        if (!done) continue;
        finish_copy(w.index, c, done);
        c.mask &= ~done;
    }
    under_way.erase(
        std::remove_if(under_way.begin(), under_way.end(), [](const pending_copy& c) { return c.mask == 0; }),
        under_way.end());
}

void shared_memory_check::finish() { block_.undefined->settle(); }

void shared_memory_check::copies_arrive(warp& w, int lane, std::uint64_t address)
{
    wait_for_copies(w, 1u << lane, -1);
    mbarrier_arrive(w, lane, address);
}

void shared_memory_check::bulk_copy(warp& w, const instruction& i, std::uint64_t address, u32 bytes,
                                    std::uint64_t mbarrier)
{
    const auto offset = static_cast<u32>(address - reinterpret_cast<std::uint64_t>(block_.shared));
    stamp_copy({1, bytes >> shift_, 0, &i, w.current->function, {offset >> shift_}});
    const auto at = static_cast<u32>(mbarrier - reinterpret_cast<std::uint64_t>(block_.shared));
    order_.release_copies(objects_[at >> shift_]);
}

} // namespace cuda_emulator
