// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of other blocks of the cluster to a block's shared memory. The check follows the threads of one block only.
// So a foreign access counts as ordered before everything: no race with it is reported, rightly or wrongly. The check
// across blocks (global_races.h), if on, finds these races.
#include "check/global_races.h"
#include "check/shared_memory.h"
#include "machine/block.h"

#include <algorithm>

namespace cuda_emulator {

void shared_memory_check::written_elsewhere(u64 offset, u32 bytes, bool orders)
{
    log_.apply();
    const auto first = static_cast<u32>(offset >> shift), last = static_cast<u32>((offset + bytes - 1) >> shift);
    for (u32 c = first; c <= last; ++c)
        cells_.written[c] = records_.settled();
    if (orders) records_.order.release_all(clocks_.in_shared[first]);
}

void shared_memory_check::arrive_elsewhere(warp& w, int lane)
{
    log_.apply();
    records_.order.release(w.index, 1u << lane, clocks_.global);
}

void shared_memory_check::addresses_of_cells(u32 mask, const u32* cell, u64* at) const
{
    const auto base = reinterpret_cast<u64>(block_.shared);
    each_lane(mask, [&](int l) { at[l] = base + offset_of(cell[l]); });
}

void shared_memory_check::note_for_cluster(warp& w, const instruction& i, u32 mask, const u32* cell, u32 bytes,
                                           bool writes)
{
    u64 at[warp_size];
    addresses_of_cells(mask, cell, at);
    block_.races->note(w, i, mask, at, bytes, writes);
}

} // namespace cuda_emulator
