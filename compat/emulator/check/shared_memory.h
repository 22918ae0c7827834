// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Detects races in shared memory and reads of bytes that no thread wrote.
//
// A race is two unordered accesses of which one is a write; lock-step of a warp orders nothing. Silent stores do not
// race with reads (silent_stores.h). Two atomic or strong accesses (relaxed, acquire, release) do not race; two
// volatile accesses do.
//
// The check has these parts:
// - access_records numbers the accesses and knows their order (happens_before).
// - shadow_cells has the latest accesses of each cell.
// - read_log collects loads until their order matters.
// - synchronisation_clocks has the objects by which threads synchronise; shared_memory_order.cpp uses them.
// - asynchronous_copies has the copies that are under way.
// - structure_padding.h, silent_stores.h and race_report.h decide special cases and write the reports.
//
// Loads have one entrance, note_read(). The caller first writes the lanes' offsets to next_read(), the next entry of
// the read log. The fast path is note_quiet_read(). It accepts a plain load from cells that no thread has written since
// the last barrier, and that are all known to be written. Such a load cannot be a finding. The fast path compares two
// ranges and keeps the entry, without a look at any stamp. note_read() sends all other loads to the slow path, which
// compares stamps: eight lanes at a time, and lane by lane if that does not clear them.
// - The handlers (execute/memory_access.cpp) call note_read() for 32-bit addresses, and for a single lane.
// - note() calls note_read() for addresses in any form.
// - Translated code does the fast path itself (may_load_shared() of translate/prelude/memory.hpp), and gives all other
//   loads to the handlers.
// - Bulk copies (is_quiet_range() of check/access.h) only try the fast path, and otherwise check word by word.
#pragma once

#include "check/asynchronous_copies.h"
#include "check/read_log.h"
#include "check/shadow_cells.h"
#include "check/speculative_loads.h"
#include "check/synchronisation_clocks.h"
#include "machine/shared_reads.h"
#include "settings/check_options.h"

namespace cuda_emulator {

class shared_memory_check : public shared_reads {
public:
    shared_memory_check(block&, check_options);
    ~shared_memory_check();

    //! Called when a new block begins.
    void start();
    //! Called when the block has ended.
    void finish();

    // --- loads, see above
    //! Entry for the next load, whose offsets the caller sets.
    noted_read& next_read() { return log_.next(); }
    //! Called before lanes of the warp load `bytes` bytes each from the offsets in next_read(), all within shared
    //! memory. `low` and `high` are the lowest and the highest offset.
    void note_read(warp& w, const instruction& i, u32 mask, u32 low, u32 high, u32 bytes)
    {
        if (!note_quiet_read(w, i, mask, low, high, bytes)) note_read_slowly(w, i, mask, low, high, bytes);
    }
    //! The fast path of note_read(). Returns false, without a record, if the load may be a finding.
    bool note_quiet_read(warp&, const instruction&, u32 mask, u32 low, u32 high, u32 bytes);

    // --- accesses in any form
    //! Called before lanes of the warp read or write `bytes` bytes at these addresses, all within shared memory. An
    //! atomic is a write.
    template <class Address>
    void note(warp&, const instruction&, u32 mask, const Address* at, u64 base, u32 bytes, bool writes);

    // --- stores
    //! Fast path for a whole warp that stores words, eight adjacent lanes from each of the offsets `first[v]`. All
    //! offsets are within shared memory. Returns false, without a record, if note() must decide.
    bool note_quiet_rows(warp&, const instruction&, const u32* first);
    //! Fast path for one lane that writes a contiguous range within shared memory. Returns false, without a record, if
    //! note() must decide.
    bool note_quiet_write(warp&, const instruction&, int lane, u32 offset, u32 bytes);

    // --- whole-block code, see check/block_accesses.h
    //! Replays an access: `count` cells from each of `cell`. For a store, `silent` says for each cell of each lane
    //! whether the store changed nothing. For a load it is null.
    void note_earlier(warp&, const instruction&, u32 mask, const u32* cell, u32 count, const char* silent);
    //! Marks cells that the block wrote before its last barrier.
    void set_written(cell_range r) { cells_.set_written(r); }
    bool are_written(cell_range r) { return cells_.are_written(r); }
    bool is_written(u32 cell) const { return cells_.is_written(cell); }
    std::size_t offset_of(u32 cell) const { return cells_.offset_of(cell); }

    // --- synchronisation
    //! A volatile or strong access to global memory.
    void note_global(warp&, const instruction&, u32 mask, bool reads, bool writes);
    void block_barrier();
    void arrive(warp&, u32 mask, u32 barrier);
    //! The lanes arrive without an order of their own, which is that of their last fence.
    void arrive_relaxed(warp&, u32 mask, u32 barrier);
    void leave(warp&, u32 mask, u32 barrier);
    void barrier_done(u32 barrier) { clocks_.barriers[barrier] = {}; }
    void warp_barrier(warp&, u32 mask);
    void fence(warp&, u32 mask);
    void mbarrier_arrive(warp&, int lane, u64 address);
    void mbarrier_wait(warp&, int lane, u64 address);

    // --- asynchronous copies, see check/asynchronous_copies.h
    void copy(warp&, const instruction&, u32 mask, const u64* at, u32 bytes);
    void commit_copies(warp& w, u32 mask) { copies_.commit(w, mask); }
    void wait_for_copies(warp& w, u32 mask, int pending) { copies_.wait(w, mask, pending); }
    //! An arrival at the mbarrier that completes the thread's copies so far.
    void copies_arrive(warp&, int lane, u64 address);
    //! cp.async.bulk, whose completion arrives at the mbarrier.
    void bulk_copy(warp&, const instruction&, u64 address, u32 bytes, u64 mbarrier);

    // --- clusters: accesses of other blocks to this block's shared memory, and of its lanes to the shared memory of
    // others
    void written_elsewhere(u64 offset, u32 bytes, bool orders);
    void arrive_elsewhere(warp&, int lane);

    // --- for the race check in global memory: record numbers, and the order between the block's threads
    //! Changes at each barrier of the block.
    u32 epoch() const { return records_.order.first; }
    u32 record_number(warp& w, const instruction& i, bool writes)
    {
        return records_.stamp_of(w.index, i, w.current->function, writes) >> access_records::thread_bits;
    }
    bool comes_before(u32 record, u32 thread, u32 observer) const
    {
        return records_.order.before(record, thread, observer);
    }
    const happens_before& order() const { return records_.order; }
    //! Incremented when record numbers restart within a block, because earlier records are then forgotten.
    u32 generation() const { return records_.generation(); }

private:
    void new_epoch();
    void forget_records();

    bool is_lane_quiet(u32 thread, cell_range);
    void note_read_slowly(warp&, const instruction&, u32 mask, u32 low, u32 high, u32 bytes);
    void note_cells_read(warp&, const instruction&, u32 mask, const u32* cell, u32 count, cell_range);
    void check_read(warp&, const instruction&, u32 mask, const u32* cell, u32 count);
    bool is_byte_atomic(const instruction&, u32 cell, u32 bytes) const;

    void note_write(warp&, const instruction&, u32 mask, const u32* cell, u32 bytes);
    u32 stamp_if_ordered(warp&, const instruction&, u32 mask, const u32* cell, u32 count, cell_range);
    bool write_ordered(warp&, const instruction&, u32 mask, const u32* cell, u32 count, cell_range);
    bool have_own_cells(u32 mask, const u32* cell, u32 count, u32 stamp);
    void write_values(warp&, const instruction&, u32 mask, const u32* cell, u32 count);
    void write_copies(warp&, const instruction&, u32 mask, const u32* cell, u32 count);
    template <class IsSilent>
    void write_lane_by_lane(warp&, const instruction&, u32 mask, const u32* cell, u32 count, IsSilent);
    bool stamp_counters(const warp&, u32 mask, const u32* cell, u32 stamp);
    void write_silently(u32 cell, u32 stamp);
    //! Records with which a warp's write has been reported to race. More lanes and cells would give the same findings.
    struct reported_races {
        u32 write = 0, read = 0;
        u32 access = 0; //!< the first cell of the lane's access, which the finding names
    };
    void write_cell(warp&, const instruction&, int lane, u32 cell, u32 bytes, u32 stamp, reported_races&);
    void check_write(warp&, const instruction&, int lane, u32 cell, u32 bytes, reported_races&);

    void order_strong(warp&, const instruction&, u32 mask, const u32* cell, bool reads, bool writes);
    u32 cell_of_address(u64) const;
    void addresses_of_cells(u32 mask, const u32* cell, u64* at) const;
    void note_for_cluster(warp&, const instruction&, u32 mask, const u32* cell, u32 bytes, bool writes);
    //! Returns whether another race of the instruction with the same record needs no report.
    bool report(warp&, const instruction&, int lane, u32 cell, u32 bytes, bool writes, u32 earlier);

    block& block_;
    const check_options options_;
    bool meets_blocks_ = false; //!< whether accesses of other blocks of the cluster are checked too
    access_records records_;
    shadow_cells cells_;
    read_log log_;
    asynchronous_copies copies_;
    synchronisation_clocks clocks_;
};

inline bool shared_memory_check::note_quiet_read(warp& w, const instruction& i, u32 mask, u32 low, u32 high, u32 bytes)
{
    if (i.order != memory_order::weak || meets_blocks_ || (i.extra && i.roles == operand_roles::load)) return false;
    const cell_range r{low >> shift, (high + bytes - 1) >> shift};
    const bool is_quiet = !written_now.meets(r, part_shift) && (!uninitialised || known_written.holds(r));
    if (!is_quiet && !(is_one_lane(mask) && is_lane_quiet(w.index * warp_size + u32(__builtin_ctz(mask)), r)))
        return false;
    read_now.extend(r, part_shift);
    log_.keep(w, i, mask, bytes);
    return true;
}

template <class Address>
inline void shared_memory_check::note(warp& w, const instruction& i, u32 mask, const Address* at, u64 base, u32 bytes,
                                      bool writes)
{
    alignas(32) u32 cell[warp_size];
    u32* const offset = writes ? cell : next_read().by_lane();
    if (mask == all_lanes) {
        for (int l = 0; l < warp_size; ++l)
            offset[l] = static_cast<u32>(at[l] - base);
    } else {
        const auto first = static_cast<u32>(at[__builtin_ctz(mask)] - base);
        for (int l = 0; l < warp_size; ++l)
            offset[l] = mask >> l & 1 ? static_cast<u32>(at[l] - base) : first;
    }
    if (writes) {
        for (u32& c : cell)
            c >>= shift;
        return note_write(w, i, mask, cell, bytes);
    }
    u32 low = ~0u, high = 0;
    for (int l = 0; l < warp_size; ++l) {
        low = std::min(low, offset[l]);
        high = std::max(high, offset[l]);
    }
    note_read(w, i, mask, low, high, bytes);
}

} // namespace cuda_emulator
