// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/shadow_cells.h"

#include <algorithm>

namespace cuda_emulator {

namespace {
constexpr u32 thread_mask = access_records::thread_mask;

bool same_thread(u32 a, u32 b) { return ((a ^ b) & thread_mask) == 0; }
bool same_warp(u32 a, u32 b) { return ((a ^ b) & thread_mask & ~31u) == 0; }

// Whether each lane's cell has the lane's stamp. A loop that reads a table mostly reads again what it has read.
bool are_stamped(const u32* stamps, const u32* cell, u32 stamp)
{
    u32 different = 0;
    for (u32 l = 0; l < warp_size; ++l)
        different |= stamps[cell[l]] ^ (stamp | l);
    return different == 0;
}
} // namespace

shadow_cells::shadow_cells(const char* memory, u32 bytes, bool narrow_accesses, shared_reads& touched,
                           access_records& records)
    : memory_(memory)
    , touched_(touched)
    , records_(records)
{
    touched.shift = narrow_accesses ? 0 : 2;
    // One extra cell: the last bytes need a whole cell, and the vectors must not be empty. Groups are whole.
    const std::size_t groups = (std::size_t{bytes} >> touched.shift) / group + 1, cells = groups * group;
    written_groups_.resize(groups);
    for (std::vector<u32>* s : {&written, &read, &read_too})
        s->resize(cells);
    while ((cells - 1) >> touched.part_shift >= 64)
        ++touched.part_shift;
}

void shadow_cells::start_block(bool clear)
{
    if (clear)
        for (std::vector<u32>* s : {&written, &read, &read_too})
            std::fill(s->begin(), s->end(), 0);
    touched_.known_written = {};
    std::fill(written_groups_.begin(), written_groups_.end(), false);
}

void shadow_cells::forget_order()
{
    for (u32 c = 0; c < written.size(); ++c)
        written[c] = is_written(c) ? 1u << access_records::thread_bits : 0;
    std::fill(read.begin(), read.end(), 0);
    std::fill(read_too.begin(), read_too.end(), 0);
}

// A block never unwrites a cell, so each group is compared at most once with success.
bool shadow_cells::is_group_written(u32 n)
{
    if (written_groups_[n]) return true;
    const auto* const first = &written[std::size_t{n} * group];
    u32 least = ~0u;
    for (u32 k = 0; k < group; ++k)
        least = std::min(least, first[k]);
    return written_groups_[n] = least > last_unwritten();
}

bool shadow_cells::are_written(cell_range r)
{
    cell_range found = r;
    const auto is_written_in = [&](u32 n) {
        if (is_group_written(n)) {
            found.extend({n * group, n * group + group - 1});
            return true;
        }
        const u32 last = std::min(r.high, n * group + group - 1);
        for (u32 c = std::max(r.low, n * group); c <= last; ++c)
            if (!is_written(c)) return false;
        return true;
    };
    for (u32 n = r.low / group; n <= r.high / group; ++n)
        if (!is_written_in(n)) return false;
    u32& low = found.low;
    u32& high = found.high;
    while (low > 0 && is_written(low - 1))
        low -= low % group == 0 && is_group_written(low / group - 1) ? group : 1;
    while (high + 1 < written.size() && is_written(high + 1))
        high += (high + 1) % group == 0 && is_group_written(high / group + 1) ? group : 1;
    cell_range& k = touched_.known_written;
    if (k.low > k.high || k.low > found.high + 1 || found.low > k.high + 1) k = {};
    k.extend(found);
    return true;
}

void shadow_cells::set_written(cell_range r)
{
    std::fill(written.begin() + r.low, written.begin() + r.high + 1, records_.settled());
    cell_range& k = touched_.known_written;
    if (k.low > k.high || (r.low <= k.high + 1 && k.low <= r.high + 1)) k.extend(r);
}

bool shadow_cells::are_before(const std::vector<u32>& stamps, cell_range r, u32 thread) const
{
    u32 latest = 0;
    for (u32 c = r.low; c <= r.high; ++c)
        latest = std::max(latest, stamps[c]);
    if (latest < records_.floor()) return true;
    return std::all_of(&stamps[r.low], &stamps[r.high] + 1, [&](u32 s) { return records_.before(s, thread); });
}

void shadow_cells::add_reader(u32 cell, u32 stamp)
{
    const u32 thread = stamp & thread_mask;
    u32& a = read[cell];
    u32& b = read_too[cell];
    const bool better = same_warp(a, b) && !same_warp(a, stamp);
    if (a < records_.floor() || same_thread(a, stamp)) {
        a = stamp;
    } else if (b < records_.floor() || better) {
        b = stamp;
    } else if (!records_.order.flat()) {
        if (records_.before(a, thread)) {
            a = stamp;
        } else if (records_.before(b, thread)) {
            b = stamp;
        }
    }
}

void shadow_cells::add_readers(const u32* cell, u32 k, u32 mask, u32 warp_index, u32 stamp)
{
    if (add_readers_at_once(cell, k, mask, warp_index, stamp)) return;
    each_lane(mask, [&](int l) { add_reader(cell[l] + k, stamp | static_cast<u32>(l)); });
}

// Fast path for two cases: all earlier readers are ordered before this read, or the stamps stay as they are.
bool shadow_cells::add_readers_at_once(const u32* cell, u32 k, u32 mask, u32 warp_index, u32 stamp)
{
    u32* const a = read.data() + k;
    u32* const b = read_too.data() + k;
    if (mask == all_lanes && are_stamped(a, cell, stamp)) return true;
    if (ordered(a, cell, 1, -1, warp_index)) {
        each_lane(mask, [&](int l) { a[cell[l]] = stamp | static_cast<u32>(l); });
        each_lane(mask, [&](int l) { // lanes whose cell a higher lane has also stamped
            const u32 mine = stamp | static_cast<u32>(l);
            if (a[cell[l]] != mine && records_.before(b[cell[l]], mine & thread_mask)) b[cell[l]] = mine;
        });
        return true;
    }
    if (!records_.order.flat()) return false;
    const u32 floor = records_.floor();
    bool all = true;
    for (u32 l = 0; l < warp_size; ++l) {
        const u32 x = a[cell[l]], y = b[cell[l]], mine = stamp | l;
        const bool is_kept = same_thread(x, mine) || same_thread(y, mine) || !same_warp(x, y);
        all &= x >= floor && is_kept && (y >= floor || same_thread(x, mine));
    }
    return all;
}

} // namespace cuda_emulator
