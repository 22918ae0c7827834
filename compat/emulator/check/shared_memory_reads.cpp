// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads from shared memory that the fast path does not accept.
#include "check/byte_atomics.h"
#include "check/shared_memory.h"
#include "check/structure_padding.h"
#include "check/undefined_values.h"
#include "machine/block.h"

namespace cuda_emulator {

// A single lane often reads cells that it has written itself.
bool shared_memory_check::is_lane_quiet(u32 thread, cell_range r)
{
    if (written_now.meets(r, part_shift) && !cells_.are_before(cells_.written, r, thread)) return false;
    return !uninitialised || known_written.holds(r) || cells_.are_written(r);
}

void shared_memory_check::note_read_slowly(warp& w, const instruction& i, u32 mask, u32 low, u32 high, u32 bytes)
{
    alignas(32) u32 cell[warp_size];
    noted_read& entry = log_.next();
    entry.shift = shift;
    log_.list_cells(entry, cell);
    const u32 count = bytes >> shift;
    cell_range r{low >> shift, (high >> shift) + count - 1};
    if (i.extra && i.roles == operand_roles::load) {
        mask &= static_cast<const needed_lanes*>(i.extra)->of(w);
        if (!mask) return;
        r = {};
        for (int l = 0; l < warp_size; ++l) {
            cell[l] = cell[mask >> l & 1 ? l : __builtin_ctz(mask)];
            r.extend({cell[l], cell[l] + count - 1});
        }
    }
    if (meets_blocks_) note_for_cluster(w, i, mask, cell, bytes, false);
    if (i.order != memory_order::weak) order_strong(w, i, mask, cell, true, false);
    note_cells_read(w, i, mask, cell, count, r);
}

void shared_memory_check::note_cells_read(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count,
                                          cell_range r)
{
    read_now.extend(r, part_shift);
    // A cell without a write since the last barrier needs no look at its stamp.
    const bool is_quiet =
        !written_now.meets(r, part_shift) && (!uninitialised || known_written.holds(r) || cells_.are_written(r));
    const int lowest = uninitialised ? static_cast<int>(cells_.last_unwritten()) : -1;
    if (!is_quiet && !cells_.ordered(cells_.written.data(), cell, count, lowest, w.index))
        check_read(w, i, mask, cell, count);
    log_.add(w, i, mask, cell, count);
}

// Something has written the bytes of the atomic, if not the whole word around them.
bool shared_memory_check::is_byte_atomic(const instruction& i, u32 cell, u32 bytes) const
{
    if (!may_be_byte_atomic(i, bytes) || cells_.cell_bytes() != 1) return false;
    const u32 first = cell & ~3u;
    return cells_.is_written(first) || cells_.is_written(first + 1) || cells_.is_written(first + 2) ||
           cells_.is_written(first + 3);
}

void shared_memory_check::check_read(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count)
{
    u32 reported = 0; // a record with which this load races: more lanes and cells would give the same finding
    each_lane(mask, [&](int l) {
        const u32 thread = w.index * warp_size + static_cast<u32>(l);
        for (u32 k = 0; k < count; ++k) {
            const u32 c = cell[l] + k, last = cells_.written[c];
            if (!cells_.is_written(c)) {
                if (uninitialised && !is_byte_atomic(i, c, count << shift))
                    block_.undefined->read(w, i, l, c, k << shift, cells_.cell_bytes(),
                                           may_be_padding(block_, cells_, i, mask, cell, count, l, k));
            } else if (const u32 record = last >> access_records::thread_bits;
                       record != reported && !records_.before(last, thread) && !records_.may_meet(i, last)) {
                if (report(w, i, l, cell[l], count << shift, false, last)) reported = record;
            }
        }
    });
}

} // namespace cuda_emulator
