// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores to shared memory, and atomics. An access takes one of three ways:
// - note_quiet_rows() for whole rows of words, and note_quiet_write() for one lane, compare ranges of cells first.
// - write_ordered() for any lanes accepts a store if all earlier accesses to its cells are ordered before it.
// - write_lane_by_lane() takes all other stores, and atomics, cell by cell. Only write_lane_by_lane() reports findings.
#include "check/shared_memory.h"
#include "check/silent_stores.h"
#include "check/stored_value.h"
#include "check/undefined_values.h"
#include "machine/asynchronous_copy.h"
#include "machine/block.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

bool is_store(const instruction& i) { return i.roles == operand_roles::store; }
bool is_strong(const instruction& i) { return i.order >= memory_order::relaxed; }

// A store as one warp runs it.
struct store_of_lanes {
    const instruction& at;
    u32 mask, count; // cells of each lane
    const u32* cell;
    u32 stamp;
};

// The lane of the same store that has just stamped the cell, whose value is not in memory yet; -1 if there is none.
int lane_before(const store_of_lanes& s, u32 last, int lane, u32 cell)
{
    const u32 other = last & 31;
    const bool is_of_store = (last & ~31u) == s.stamp && static_cast<int>(other) < lane && s.mask >> other & 1;
    return is_of_store && s.cell[other] <= cell && cell - s.cell[other] < s.count ? static_cast<int>(other) : -1;
}

// What the lanes of a cp.async copy: their sources have passed their checks.
class copied_values {
public:
    copied_values(warp& w, const instruction& i) { asynchronous_copy_lanes(w, i, to_, from_, take_); }
    // Copies `bytes` bytes from byte `offset` of a lane's access on.
    void get(int lane, u32 offset, u32 bytes, char* value) const
    {
        std::memset(value, 0, bytes); // behind what the copy takes
        if (offset < take_[lane])
            std::memcpy(value, reinterpret_cast<const char*>(from_[lane]) + offset,
                        std::min(bytes, take_[lane] - offset));
    }

private:
    alignas(64) u64 to_[warp_size], from_[warp_size];
    u32 take_[warp_size];
};

} // namespace

bool shared_memory_check::note_quiet_rows(warp& w, const instruction& i, const u32* first)
{
    if (i.order != memory_order::weak || i.extra || shift != 2 || !options_.races || meets_blocks_) return false;
    cell_range r;
    bool apart = true;
    alignas(32) u32 cell[warp_size];
    for (u32 v = 0; v < warp_size / 8; ++v) {
        const u32 c = first[v] >> 2;
        r.extend({c, c + 7});
        apart &= v == 0 || first[v] >= first[v - 1] + 32;
        for (u32 l = 0; l < 8; ++l)
            cell[8 * v + l] = c + l;
    }
    if (!apart) return false;
    const auto are_old = [&](const std::vector<u32>& stamps) {
        u32 last = 0;
        for (u32 v = 0; v < warp_size; v += 8)
            for (u32 l = 0; l < 8; ++l)
                last = std::max(last, stamps[cell[v] + l]);
        return last < records_.floor();
    };
    // Silent stores leave read stamps without an entry in the read log, so the stamps are tested too.
    if (read_now.meets(r, part_shift) && (noted || !are_old(cells_.read) || !are_old(cells_.read_too))) return false;
    if (written_now.meets(r, part_shift) && !are_old(cells_.written)) return false;
    const u32 stamp = records_.stamp_of(w.index, i, w.current->function, true);
    if (stamp_store(cells_, w, i, all_lanes, cell, 1, stamp)) read_now.extend(r, part_shift);
    written_now.extend(r, part_shift);
    return true;
}

bool shared_memory_check::note_quiet_write(warp& w, const instruction& i, int lane, u32 offset, u32 bytes)
{
    if (i.order != memory_order::weak || meets_blocks_) return false;
    const cell_range r = cells_.of_bytes(offset, bytes);
    const u32 thread = w.index * warp_size + static_cast<u32>(lane);
    if (written_now.meets(r, part_shift) && !cells_.are_before(cells_.written, r, thread)) return false;
    if (read_now.meets(r, part_shift)) {
        log_.apply();
        if (!cells_.are_before(cells_.read, r, thread) || !cells_.are_before(cells_.read_too, r, thread)) return false;
    }
    const u32 stamp = records_.stamp_of(w.index, i, w.current->function, true) | static_cast<u32>(lane);
    written_now.extend(r, part_shift);
    for (u32 c = r.low; c <= r.high; ++c) {
        const bool silent = options_.races && is_store(i) && is_silent_store(cells_, w, i, lane, c, c - r.low);
        (silent ? cells_.read : cells_.written)[c] = stamp;
        if (silent) read_now.extend({c, c}, part_shift);
    }
    return true;
}

void shared_memory_check::note_write(warp& w, const instruction& i, u32 mask, const u32* cell, u32 bytes)
{
    if (meets_blocks_) note_for_cluster(w, i, mask, cell, bytes, true);
    const u32 count = bytes >> shift;
    u32 low = ~0u, high = 0;
    for (int l = 0; l < warp_size; ++l) {
        low = std::min(low, cell[l]);
        high = std::max(high, cell[l]);
    }
    const cell_range r{low, high + count - 1};
    const bool stores = is_store(i); // otherwise an atomic, which also reads
    if (i.order != memory_order::weak && !stores) order_strong(w, i, mask, cell, true, false);
    const bool copies = i.access.kind == access_kind::copy;
    if (!(stores || copies) || !write_ordered(w, i, mask, cell, count, r)) {
        if (copies) {
            write_copies(w, i, mask, cell, count);
        } else {
            write_values(w, i, mask, cell, count);
        }
    }
    written_now.extend(r, part_shift);
    if (i.order != memory_order::weak) order_strong(w, i, mask, cell, !stores, true);
}

void shared_memory_check::write_values(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count)
{
    write_lane_by_lane(w, i, mask, cell, count, [&](int lane, u32 k, u32 stamp) {
        const u32 c = cell[lane] + k, last = cells_.written[c];
        const int other = is_written(c) ? lane_before({i, mask, count, cell, stamp}, last, lane, c) : -1;
        if (other < 0) return options_.races && is_silent_store(cells_, w, i, lane, c, k);
        return std::memcmp(stored_value(w, i, lane, k << shift), stored_value(w, i, other, (c - cell[other]) << shift),
                           cells_.cell_bytes()) == 0;
    });
}

// cuda::memcpy_async and cooperative groups let spare lanes copy the last element again.
void shared_memory_check::write_copies(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count)
{
    const copied_values values(w, i);
    write_lane_by_lane(w, i, mask, cell, count, [&](int lane, u32 k, u32 stamp) {
        const u32 c = cell[lane] + k, bytes = cells_.cell_bytes();
        if (!is_written(c)) return false;
        char mine[sizeof(u64)], there[sizeof(u64)];
        values.get(lane, k << shift, bytes, mine);
        if (const int other = lane_before({i, mask, count, cell, stamp}, cells_.written[c], lane, c); other < 0)
            std::memcpy(there, block_.shared + (c << shift), bytes);
        else
            values.get(other, (c - cell[other]) << shift, bytes, there);
        return std::memcmp(mine, there, bytes) == 0;
    });
}

void shared_memory_check::note_earlier(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count,
                                       const char* silent)
{
    cell_range r;
    for (u32 l = 0; l < warp_size; ++l)
        r.extend({cell[l], cell[l] + count - 1});
    if (!silent) return note_cells_read(w, i, mask, cell, count, r);
    const auto is_silent = [&](int lane, u32 k, u32) {
        return options_.races && is_written(cell[lane] + k) && silent[static_cast<u32>(lane) * count + k];
    };
    if (const u32 stamp = stamp_if_ordered(w, i, mask, cell, count, r)) {
        each_lane(mask, [&](int l) {
            for (u32 k = 0; k < count; ++k)
                (is_silent(l, k, stamp) ? cells_.read : cells_.written)[cell[l] + k] = stamp | static_cast<u32>(l);
        });
        read_now.extend(r, part_shift); // some of the stores may be silent
    } else {
        write_lane_by_lane(w, i, mask, cell, count, is_silent);
    }
    written_now.extend(r, part_shift);
}

// The stamp of a store whose cells have only ordered stamps, each cell for one lane. Returns 0, without a stamp in a
// cell, for any other store.
u32 shared_memory_check::stamp_if_ordered(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count,
                                          cell_range r)
{
    // Most stamps precede the last barrier, and their maximum tells that faster than ordered() does.
    const auto are_old = [&](const std::vector<u32>& stamps) {
        return cells_.latest(stamps.data(), cell, count) < records_.floor();
    };
    const auto are_ordered = [&](const std::vector<u32>& stamps) {
        return cells_.ordered(stamps.data(), cell, count, -1, w.index);
    };
    if (read_now.meets(r, part_shift)) {
        log_.apply();
        if (!are_old(cells_.read) && !(are_ordered(cells_.read) && are_ordered(cells_.read_too))) return 0;
    }
    if (written_now.meets(r, part_shift) && !are_old(cells_.written) && !are_ordered(cells_.written)) return 0;
    const u32 stamp = records_.stamp_of(w.index, i, w.current->function, true);
    return have_own_cells(mask, cell, count, stamp) ? stamp : 0;
}

bool shared_memory_check::write_ordered(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count,
                                        cell_range r)
{
    const u32 stamp = stamp_if_ordered(w, i, mask, cell, count, r);
    if (!stamp) return false;
    if (!options_.races || !is_store(i)) { // other kinds of writes are never silent
        each_lane(mask, [&](int l) { std::fill_n(&cells_.written[cell[l]], count, stamp | static_cast<u32>(l)); });
    } else if (stamp_store(cells_, w, i, mask, cell, count, stamp)) {
        read_now.extend(r, part_shift);
    }
    return true;
}

// Whether no two lanes share a cell. An access is aligned to its size, so lanes that share a cell have the same first
// cell.
bool shared_memory_check::have_own_cells(u32 mask, const u32* cell, u32 count, u32 stamp)
{
    bool apart = true;
    if (mask == all_lanes) {
        for (int l = 1; l < warp_size; ++l)
            apart &= cell[l] >= cell[l - 1] + count;
    } else {
        u32 next = 0;
        each_lane(mask, [&](int l) {
            apart &= cell[l] >= next;
            next = cell[l] + count;
        });
    }
    if (apart) return true;
    u32* const scratch = cells_.read.data(); // its stamps are ordered, so they may be overwritten
    each_lane(mask, [&](int l) { scratch[cell[l]] = stamp | static_cast<u32>(l); });
    bool single = true;
    each_lane(mask, [&](int l) { single &= scratch[cell[l]] == (stamp | static_cast<u32>(l)); });
    each_lane(mask, [&](int l) { scratch[cell[l]] = 0; });
    return single;
}

// A silent store after an ordered store is a read. After an unordered store of the same value it replaces the stamp.
void shared_memory_check::write_silently(u32 cell, u32 stamp)
{
    if (records_.before(cells_.written[cell], stamp & access_records::thread_mask)) {
        cells_.add_reader(cell, stamp);
        read_now.extend({cell, cell}, part_shift);
    } else {
        cells_.written[cell] = stamp;
    }
}

[[gnu::always_inline]] inline void shared_memory_check::write_cell(warp& w, const instruction& i, int lane, u32 cell,
                                                                   u32 bytes, u32 stamp, reported_races& reported)
{
    const u32 last = cells_.written[cell], floor = records_.floor();
    const bool written = is_written(cell), strong = is_strong(i);
    // Fast path for counters: only ordered reads, and ordered or strong writes.
    if (written && cells_.read[cell] < floor && cells_.read_too[cell] < floor &&
        (last < floor || (strong && records_.is_strong(last)))) {
        cells_.written[cell] = stamp;
        return;
    }
    check_write(w, i, lane, cell, bytes, reported);
    // An atomic after the thread's own plain store is recorded as a read. The stamp of the plain store stays, so that
    // atomics of other threads race with it.
    const bool is_own = ((last ^ stamp) & access_records::thread_mask) == 0;
    if (!is_store(i) && strong && last >= floor && written && is_own &&
        records_.of(last).at->order == memory_order::weak) {
        cells_.add_reader(cell, stamp);
        read_now.extend({cell, cell}, part_shift);
        return;
    }
    cells_.written[cell] = stamp;
    cells_.read[cell] = cells_.read_too[cell] = 0;
}

// Stamps the cells of a strong access. Returns false, without a stamp, if a lane may be a finding, or if its own plain
// store came before.
bool shared_memory_check::stamp_counters(const warp& w, u32 mask, const u32* cell, u32 stamp)
{
    u32* const written = cells_.written.data();
    const u32 floor = records_.floor(), unwritten = cells_.last_unwritten();
    const auto are_old = [&](const std::vector<u32>& stamps) { return cells_.latest(stamps.data(), cell, 1) < floor; };
    const auto are_ordered = [&](const std::vector<u32>& stamps) {
        return cells_.ordered(stamps.data(), cell, 1, -1, w.index);
    };
    const bool have_old_reads = are_old(cells_.read);
    if (!have_old_reads && !(are_ordered(cells_.read) && are_ordered(cells_.read_too))) return false;
    const u32 whole = records_.order.whole(w.index) << access_records::thread_bits;
    bool all = true;
    each_lane(mask, [&](int l) {
        const u32 last = written[cell[l]], differs = last ^ (stamp | static_cast<u32>(l));
        const bool is_of_other_lane = (differs & access_records::thread_mask) - 1 < warp_size - 1;
        all =
            all && last > unwritten && (last < floor || (is_of_other_lane && last < whole) || records_.is_strong(last));
    });
    if (!all || (uninitialised && block_.undefined->may_race_with_writes())) return false;
    each_lane(mask, [&](int l) { written[cell[l]] = stamp | static_cast<u32>(l); });
    if (!have_old_reads) each_lane(mask, [&](int l) { cells_.read[cell[l]] = cells_.read_too[cell[l]] = 0; });
    return true;
}

// is_silent(lane, k, stamp) says whether the lane stores the value that its cell `k` already has.
template <class IsSilent>
void shared_memory_check::write_lane_by_lane(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count,
                                             IsSilent is_silent)
{
    log_.apply();
    const bool copies = i.access.kind == access_kind::copy, stores = is_store(i);
    const u32 stamp = records_.stamp_of(w.index, i, w.current->function, true);
    if (!stores && count == 1 && is_strong(i) && stamp_counters(w, mask, cell, stamp)) return;
    reported_races reported;
    each_lane(mask, [&](int l) {
        reported.access = cell[l];
        for (u32 k = 0; k < count; ++k)
            if ((stores || copies) && is_silent(l, k, stamp)) {
                if (stores) write_silently(cell[l] + k, stamp | static_cast<u32>(l)); // a copy is stamped as pending
            } else {
                write_cell(w, i, l, cell[l] + k, count << shift, stamp | static_cast<u32>(l), reported);
            }
    });
}

void shared_memory_check::check_write(warp& w, const instruction& i, int lane, u32 cell, u32 bytes,
                                      reported_races& reported)
{
    const u32 thread = w.index * warp_size + static_cast<u32>(lane), last = cells_.written[cell];
    const auto races = [&](u32 earlier) { return !records_.before(earlier, thread) && !records_.may_meet(i, earlier); };
    const auto report_once = [&](u32 earlier, u32& known) {
        const u32 record = earlier >> access_records::thread_bits;
        if (record != known && report(w, i, lane, reported.access, bytes, true, earlier)) known = record;
    };
    if (is_written(cell) && races(last)) report_once(last, reported.write);
    if (!is_store(i) && !is_written(cell) && uninitialised && is_strong(i) && !is_byte_atomic(i, cell, bytes))
        block_.undefined->atomic(w, i, lane, cell);
    for (const u32 reader : {cells_.read[cell], cells_.read_too[cell]})
        if (races(reader)) {
            report_once(reader, reported.read);
            break;
        }
    if (uninitialised) block_.undefined->written_by(cell, thread);
}

} // namespace cuda_emulator
