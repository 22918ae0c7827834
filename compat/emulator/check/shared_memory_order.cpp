// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that order accesses to shared memory: barriers, fences, strong accesses, and waits for asynchronous
// copies. The loads so far precede each of them, so their stamps are recorded first.
#include "check/global_races.h"
#include "check/old_order.h"
#include "check/shared_memory.h"
#include "machine/block.h"
#include "machine/cluster.h"

namespace cuda_emulator {

u32 shared_memory_check::cell_of_address(u64 address) const
{
    return static_cast<u32>((address - reinterpret_cast<u64>(block_.shared)) >> shift);
}

void shared_memory_check::order_strong(warp& w, const instruction& i, u32 mask, const u32* cell, bool reads,
                                       bool writes)
{
    if (meets_blocks_) {
        u64 at[warp_size];
        addresses_of_cells(mask, cell, at);
        each_lane(mask, [&](int l) { at[l] = object_in_cluster(at[l]); });
        block_.races->strong(w, i, mask, at, reads, writes);
    }
    if (order().trivial() && i.order <= memory_order::relaxed) return;
    log_.apply();
    each_lane(mask, [&](int l) {
        records_.order.strong_access(w.index, l, order_of(block_.grid, i, reads), reads, writes,
                                     clocks_.in_shared[cell[l]]);
    });
}

void shared_memory_check::note_global(warp& w, const instruction& i, u32 mask, bool reads, bool writes)
{
    block_.of->orders_itself = true;
    if (order().trivial() && i.order <= memory_order::relaxed) return;
    log_.apply();
    const memory_order seen = order_of(block_.grid, i, reads);
    each_lane(mask, [&](int l) { records_.order.strong_access(w.index, l, seen, reads, writes, clocks_.global); });
}

void shared_memory_check::arrive(warp& w, u32 mask, u32 barrier)
{
    log_.apply();
    records_.order.release(w.index, mask, clocks_.barriers[barrier]);
}

void shared_memory_check::arrive_relaxed(warp& w, u32 mask, u32 barrier)
{
    log_.apply();
    each_lane(mask, [&](int l) {
        records_.order.strong_access(w.index, l, memory_order::relaxed, false, true, clocks_.barriers[barrier]);
    });
}

void shared_memory_check::leave(warp& w, u32 mask, u32 barrier)
{
    log_.apply();
    records_.order.acquire(w.index, mask, clocks_.barriers[barrier]);
}

void shared_memory_check::warp_barrier(warp& w, u32 mask)
{
    log_.apply();
    records_.order.warp_barrier(w, mask);
}

void shared_memory_check::fence(warp& w, u32 mask)
{
    log_.apply();
    records_.order.fence(w.index, mask);
}

void shared_memory_check::mbarrier_arrive(warp& w, int lane, u64 address)
{
    log_.apply();
    records_.order.release(w.index, 1u << lane, clocks_.in_shared[cell_of_address(address)]);
}

void shared_memory_check::mbarrier_wait(warp& w, int lane, u64 address)
{
    log_.apply();
    records_.order.acquire(w.index, 1u << lane, clocks_.in_shared[cell_of_address(address)]);
}

void shared_memory_check::copy(warp& w, const instruction& i, u32 mask, const u64* at, u32 bytes)
{
    copies_.copy(w, i, mask, at, reinterpret_cast<u64>(block_.shared), bytes);
}

void shared_memory_check::copies_arrive(warp& w, int lane, u64 address)
{
    wait_for_copies(w, 1u << lane, -1);
    mbarrier_arrive(w, lane, address);
}

void shared_memory_check::bulk_copy(warp& w, const instruction& i, u64 address, u32 bytes, u64 mbarrier)
{
    copies_.bulk_copy(w, i, static_cast<u32>(address - reinterpret_cast<u64>(block_.shared)), bytes);
    records_.order.release_copies(clocks_.in_shared[cell_of_address(mbarrier)]);
}

} // namespace cuda_emulator
