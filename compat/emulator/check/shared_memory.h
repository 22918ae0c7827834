// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Detects races in shared memory and reads of bytes that no thread wrote, by one shadow memory.
//
// A cell stands for 4 bytes of shared memory, or for one byte in kernels with narrower accesses. A cell has three
// stamps: the last write, and two reads since. The two reads are of different warps if possible. A stamp is the number
// of a record and a thread. A record is an instruction as one warp runs it between two synchronisations. happens_before
// decides whether a stamp precedes an access. Stamps below `floor_` precede the last barrier of the block. Nearly all
// accesses meet only such stamps, so the fast path is one comparison per lane, eight lanes at a time. Stamps up to
// `unwritten_` are of earlier blocks: the cell was never written. Reads are only recorded at first. They reach the
// cells if a thread writes or synchronises before the next barrier, which is rare.
//
// A race is two unordered accesses of which one is a write; lock-step of a warp orders nothing. As in
// compute-sanitizer's racecheck, a write of the value that the cell already has is allowed. Two atomic or strong
// accesses (relaxed, acquire, release) do not race; two volatile accesses do.
#pragma once

#include "check/happens_before.h"
#include "check/speculative_loads.h"
#include "isa/integers.h"
#include "machine/lanes.h"
#include "machine/shared_reads.h"
#include "settings/check_options.h"

#include <cstring>
#include <map>
#include <memory>

namespace cuda_emulator {

class shared_memory_check : public shared_reads {
public:
    shared_memory_check(block&, check_options);
    ~shared_memory_check();

    //! Called when a new block begins.
    void start();
    //! Called when the block has ended.
    void finish();

    //! Called before lanes of the warp read or write `bytes` at these addresses, all within shared memory.
    template <class Address>
    void note(warp&, const instruction&, std::uint32_t mask, const Address* at, std::uint64_t base, std::uint32_t bytes,
              bool writes);
    //! Fast path for a load that meets no write since the last barrier. The offsets are in place_for_read(); `low` and
    //! `high` are their extremes. Returns false if note() must decide.
    bool note_quiet_read(warp&, const instruction&, std::uint32_t mask, std::uint32_t low, std::uint32_t high,
                         std::uint32_t bytes);
    //! Fast path for a whole warp that stores words, eight adjacent lanes from each of the offsets `first[v]`. All
    //! offsets are within shared memory. Returns false, without a record, if note() must decide.
    bool note_quiet_rows(warp&, const instruction&, const std::uint32_t* first);
    //! Fast path for one lane that accesses a contiguous range within shared memory. Returns false, without a record,
    //! if note() must decide.
    bool note_quiet_stretch(warp&, const instruction&, int lane, std::uint32_t offset, std::uint32_t bytes,
                            bool writes);
    //! Buffer for the offsets of the next read, which saves a copy.
    std::uint32_t* place_for_read()
    {
        if (noted == kept) apply_reads();
        return reads[noted].cell;
    }
    //! Replays an access by whole-block code, see check/block_accesses.h: `count` cells from each of `cell`. For a
    //! store, `silent` says per cell, from `lowest` on, whether the store changed nothing. For a load it is null.
    void note_earlier(warp&, const instruction&, std::uint32_t mask, const u32* cell, u32 count, const char* silent,
                      u32 lowest);
    //! Marks cells that the block wrote before its last barrier.
    void set_written(cell_range);
    bool are_written(cell_range);
    bool is_written(u32 cell) const { return written_[cell] > unwritten_; }
    //! A volatile or strong access to global memory. All of global memory counts as one synchronisation object.
    void note_global(warp&, const instruction&, std::uint32_t mask, bool reads, bool writes);

    // --- synchronisation
    void block_barrier();
    void arrive(warp&, std::uint32_t mask, std::uint32_t barrier);
    void leave(warp&, std::uint32_t mask, std::uint32_t barrier);
    void barrier_done(std::uint32_t barrier) { named_[barrier] = {}; }
    void warp_barrier(warp&, std::uint32_t mask);
    void fence(warp&, std::uint32_t mask);
    void mbarrier_arrive(warp&, int lane, std::uint64_t address);
    void mbarrier_wait(warp&, int lane, std::uint64_t address);

    // --- asynchronous copies of a thread (cp.async) into shared memory: no thread may touch the bytes before the copy
    // is waited for
    void copy(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes);
    void commit_copies(warp&, std::uint32_t mask);
    //! Completes all copies but those of the latest `pending` groups; all copies if `pending` is negative.
    void wait_for_copies(warp&, std::uint32_t mask, int pending);
    //! An arrival at the mbarrier that completes the thread's copies so far.
    void copies_arrive(warp&, int lane, std::uint64_t address);
    //! cp.async.bulk, whose completion arrives at the mbarrier.
    void bulk_copy(warp&, const instruction&, std::uint64_t address, std::uint32_t bytes, std::uint64_t mbarrier);

    // --- clusters: accesses of other blocks to this block's shared memory, and of its lanes to the shared memory of
    // others
    void written_elsewhere(std::uint64_t offset, std::uint32_t bytes, bool orders);
    void arrive_elsewhere(warp&, int lane);

    //! Changes at each barrier of the block.
    u32 epoch() const { return order_.first; }
    //! For the race check in global memory: record numbers, and the order between the block's threads.
    u32 record_number(warp& w, const instruction& i, bool writes)
    {
        return stamp_of(w.index, i, w.current->function, writes) >> thread_bits;
    }
    bool comes_before(u32 record, u32 thread, u32 observer) const { return order_.before(record, thread, observer); }
    const happens_before& order() const { return order_; }
    //! Incremented when record numbers restart within a block, because earlier records are then forgotten.
    u32 generation() const { return generation_; }
    std::size_t offset_of(u32 cell) const { return std::size_t{cell} << shift_; }

private:
    struct record {
        const instruction* at;
        const decoded_function* function;
        bool writes, strong;
    };
    using range = cell_range;
    struct recent {
        const instruction* at = nullptr;
        u32 record = 0;
    };
    // Copies by lanes of one warp that have committed the same number of groups before.
    struct pending_copy {
        u32 mask, count, group;
        const instruction* at;
        const decoded_function* function;
        u32 cell[warp_size];
    };

    static constexpr u32 thread_bits = 11; //!< up to 1024 threads, and one number for asynchronous copies
    static constexpr u32 record_limit = 1u << (31 - thread_bits);
    static constexpr u32 records_of_a_block =
        record_limit / 2; //!< at this number the block forgets its records, at the same point in each run
    static constexpr u32 thread_mask = (1u << thread_bits) - 1;

    u32 stamp_of(u32 warp_index, const instruction&, const decoded_function*, bool writes);
    u32 new_record(const instruction*, const decoded_function*, bool writes);
    bool before(u32 stamp, u32 observer) const
    {
        return stamp < floor_ || order_.before(stamp >> thread_bits, stamp & thread_mask, observer);
    }
    const record& record_of(u32 stamp) const { return records_[(stamp >> thread_bits) - order_.first]; }
    bool may_meet(const instruction&, u32 stamp) const;
    bool is_strong(u32 stamp) const { return record_of(stamp).strong; }
    bool quick_read(warp&, const u32* cell, u32 count, range);
    bool quick_write(warp&, const instruction&, u32 mask, const u32* cell, u32 count, range);
    bool is_behind_a_member(u32 cell, u32 alignment) const;
    bool may_be_padding(const instruction&, u32 mask, const u32* cell, u32 count, int lane, u32 k) const;
    bool is_silent(warp&, const instruction&, int lane, u32 cell, u32 k) const;
    bool stamp_words(warp&, const instruction&, const u32* cell, u32 stamp);
    template <class Cell>
    bool stamp_cells(warp&, const instruction&, u32 mask, const u32* cell, u32 count, u32 stamp);
    //! Records a load, by the fast path if possible.
    void note_read(warp&, const instruction&, u32 mask, const u32* cell, u32 count, range);
    void exact_read(warp&, const instruction&, u32 mask, const u32* cell, u32 count);
    void exact_write(warp&, const instruction&, u32 mask, const u32* cell, u32 count, const char* silent = nullptr,
                     u32 lowest = 0);
    noted_read& new_read(warp&, const instruction&, u32 mask, u32 count);
    void keep_read(warp&, const instruction&, u32 mask, const u32* cell, u32 count);
    void apply_reads();
    void list_cells(noted_read&) const;
    bool add_readers_at_once(const noted_read&, u32 stamp, u32 offset);
    void add_reader(u32 cell, u32 stamp);
    void order_strong(warp&, const instruction&, u32 mask, const u32* cell, bool reads, bool writes);
    void addresses_of_cells(u32 mask, const u32* cell, std::uint64_t* at) const;
    void note_for_cluster(warp&, const instruction&, u32 mask, const u32* cell, u32 bytes, bool writes);
    bool ordered_cells(const u32* stamps, const u32* cell, u32 count, int low, u32 warp_index) const;
    //! Whether all stamps of the range precede the thread's next access.
    bool are_before(const std::vector<u32>& stamps, range, u32 thread) const;
    void report_race(warp&, const instruction&, int lane, u32 cell, u32 bytes, bool writes, u32 earlier);
    void new_epoch();
    //! Gives the cells to the copy: any access to them is a race.
    void stamp_copy(const pending_copy&);
    //! Gives the cells to the lanes, as if the lanes had written them now.
    void finish_copy(u32 warp_index, const pending_copy&, u32 lanes);

    block& block_;
    const check_options options_;
    u32 shift_ = 2;
    bool meets_blocks_ = false; //!< whether accesses of other blocks of the cluster are checked too
    std::vector<u32> written_, read_, read_too_;
    u32 floor_ = 0;     //!< lower stamps precede the last barrier
    u32 unwritten_ = 0; //!< stamps up to this one: never written in this block
    u32 elsewhere_ = 0; //!< stamp for writes of other blocks, and for writes of whole-block code before a barrier
    u32 last_record_ = 0;
    u32 generation_ = 0;
    happens_before order_;
    std::vector<record> records_; //!< records of this epoch
    std::vector<std::array<recent, 64>> recent_;
    std::unique_ptr<noted_read[]> reads_;
    u32 scans_ = 0;          //!< attempts to widen `known_written`
    vector_clock named_[18]; //!< 16 barriers of the block, and two that the cluster uses in turn
    vector_clock global_;
    std::map<u32, vector_clock> objects_;           //!< by cell
    std::vector<std::vector<pending_copy>> copies_; //!< by warp
    std::vector<u32> groups_;                       //!< committed groups, by thread
};

#if defined(__AVX2__)
// Whether the stamps of `count` cells from each of `cell` are above `low` and ordered before the lane's access. A stamp
// is ordered if it precedes the last barrier, is of the same thread, or precedes the last synchronisation of the warp.
[[gnu::always_inline]] inline bool shared_memory_check::ordered_cells(const u32* stamps, const u32* cell, u32 count,
                                                                      int low, u32 warp_index) const
{
    const auto* base = reinterpret_cast<const int*>(stamps);
    const __m256i above = _mm256_set1_epi32(low), below = _mm256_set1_epi32(static_cast<int>(floor_));
    const __m256i whole = _mm256_set1_epi32(static_cast<int>(order_.whole(warp_index) << thread_bits));
    const __m256i warp_part = _mm256_set1_epi32(static_cast<int>(thread_mask & ~31u));
    const __m256i thread_part = _mm256_set1_epi32(static_cast<int>(thread_mask));
    const __m256i own_warp = _mm256_set1_epi32(static_cast<int>(warp_index * warp_size));
    __m256i lanes = _mm256_add_epi32(own_warp, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    __m256i all = _mm256_set1_epi32(-1);
    for (int l = 0; l < warp_size; l += 8, lanes = _mm256_add_epi32(lanes, _mm256_set1_epi32(8)))
        for (u32 k = 0; k < count; ++k) {
            const __m256i s =
                _mm256_i32gather_epi32(base + k, _mm256_load_si256(reinterpret_cast<const __m256i*>(cell + l)), 4);
            const __m256i same_warp = _mm256_cmpeq_epi32(_mm256_and_si256(s, warp_part), own_warp);
            const __m256i same_thread = _mm256_cmpeq_epi32(_mm256_and_si256(s, thread_part), lanes);
            const __m256i known = _mm256_or_si256(_mm256_or_si256(_mm256_cmpgt_epi32(below, s), same_thread),
                                                  _mm256_and_si256(same_warp, _mm256_cmpgt_epi32(whole, s)));
            all = _mm256_and_si256(all, _mm256_and_si256(_mm256_cmpgt_epi32(s, above), known));
        }
    return _mm256_testc_si256(all, _mm256_set1_epi32(-1));
}
#else
inline bool shared_memory_check::ordered_cells(const u32* stamps, const u32* cell, u32 count, int low, u32) const
{
    bool all = true;
    for (int l = 0; l < warp_size; ++l)
        for (u32 k = 0; k < count; ++k) {
            const int s = static_cast<int>(stamps[cell[l] + k]);
            all &= s > low && s < static_cast<int>(floor_);
        }
    return all;
}
#endif

inline bool shared_memory_check::quick_read(warp& w, const u32* cell, u32 count, range r)
{
    // A cell without a write since the last barrier needs no look at its stamp.
    if (!written_now.meets(r, part_shift) && (!options_.uninitialised || known_written.holds(r) || are_written(r)))
        return true;
    return ordered_cells(written_.data(), cell, count, options_.uninitialised ? static_cast<int>(unwritten_) : -1,
                         w.index);
}

inline noted_read& shared_memory_check::new_read(warp& w, const instruction& i, u32 mask, u32 count)
{
    if (noted == kept) apply_reads();
    noted_read& r = reads[noted++];
    r.mask = mask;
    r.count = count;
    r.warp_index = w.index;
    r.at = &i;
    r.function = w.current->function;
    return r;
}

inline void shared_memory_check::keep_read(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count)
{
    noted_read& r = new_read(w, i, mask, count);
    std::memcpy(r.cell, cell, sizeof r.cell);
    r.shift = 0;
    r.row = 0;
}

inline std::uint32_t shared_memory_check::stamp_of(u32 warp_index, const instruction& i, const decoded_function* f,
                                                   bool writes)
{
    recent& r = recent_[warp_index][reinterpret_cast<std::uintptr_t>(&i) / sizeof(instruction) % 64];
    if (r.at != &i || r.record < order_.since(warp_index)) {
        r.record = new_record(&i, f, writes);
        r.at = &i;
    }
    return r.record << thread_bits | warp_index * warp_size;
}

inline bool shared_memory_check::note_quiet_read(warp& w, const instruction& i, u32 mask, u32 low, u32 high, u32 bytes)
{
    if (i.order != memory_order::weak || i.extra || meets_blocks_) return false;
    const range r{low >> shift_, (high + bytes - 1) >> shift_};
    if (written_now.meets(r, part_shift) || (options_.uninitialised && !known_written.holds(r))) return false;
    read_now.extend(r, part_shift);
    noted_read& n = new_read(w, i, mask, bytes >> shift_);
    n.shift = shift_;
    n.row = 0;
    return true;
}

template <class Address>
inline void shared_memory_check::note(warp& w, const instruction& i, u32 mask, const Address* at, std::uint64_t base,
                                      u32 bytes, bool writes)
{
    if (i.extra && i.roles == operand_roles::load) {
        mask &= static_cast<const needed_lanes*>(i.extra)->of(w);
        if (!mask) return;
    }
    alignas(32) u32 cell[warp_size];
    const u32 shift = shift_;
    if (mask == all_lanes) {
        for (int l = 0; l < warp_size; ++l)
            cell[l] = static_cast<u32>(at[l] - base) >> shift;
    } else {
        // Inactive lanes repeat the first active lane's cell.
        const u32 first = static_cast<u32>(at[__builtin_ctz(mask)] - base) >> shift;
        for (int l = 0; l < warp_size; ++l)
            cell[l] = mask >> l & 1 ? static_cast<u32>(at[l] - base) >> shift : first;
    }
    if (meets_blocks_) note_for_cluster(w, i, mask, cell, bytes, writes);
    const u32 count = bytes >> shift;
    range r;
    for (int l = 0; l < warp_size; ++l) {
        r.low = std::min(r.low, cell[l]);
        r.high = std::max(r.high, cell[l]);
    }
    r.high += count - 1;
    const bool stores = i.roles == operand_roles::store; // otherwise an atomic, which also reads
    if (i.order != memory_order::weak && !stores) order_strong(w, i, mask, cell, true, false);
    if (writes) {
        const bool only_writes = stores || i.access.kind == access_kind::copy;
        if (!only_writes || !quick_write(w, i, mask, cell, count, r)) exact_write(w, i, mask, cell, count);
        written_now.extend(r, part_shift);
        if (i.order != memory_order::weak) order_strong(w, i, mask, cell, !stores, true);
        return;
    }
    note_read(w, i, mask, cell, count, r);
}

inline void shared_memory_check::note_read(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count, range r)
{
    read_now.extend(r, part_shift);
    if (quick_read(w, cell, count, r)) {
        keep_read(w, i, mask, cell, count);
    } else {
        exact_read(w, i, mask, cell, count);
    }
}

} // namespace cuda_emulator
