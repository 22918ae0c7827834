// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shadow memory of a block's shared memory: who accessed each cell last.
//
// A cell stands for 4 bytes of shared memory, or for one byte in kernels with narrower accesses. It has three stamps
// (access_records.h): the last write, and two reads since. The two reads are of different warps if possible, because a
// later writer is in at most one of them. If the first read precedes the last barrier, then so does the second.
//
// shared_reads has the ranges of cells that were touched since the last barrier. An access outside of them need not
// look at stamps.
#pragma once

#include "check/access_records.h"
#include "isa/integers.h"
#include "machine/lanes.h"
#include "machine/shared_reads.h"

#include <algorithm>
#include <vector>

namespace cuda_emulator {

class shadow_cells {
public:
    //! Cells for `bytes` at `memory`. Sets the shifts in `touched`.
    shadow_cells(const char* memory, u32 bytes, bool narrow_accesses, shared_reads& touched, access_records&);

    //! Called when a new block begins. `clear` says whether the record numbers restart.
    void start_block(bool clear);
    //! Forgets the order of all accesses, but not which cells were written. Called before access_records::forget().
    void forget_order();

    // --- places
    u32 shift() const { return touched_.shift; }
    std::size_t offset_of(u32 cell) const { return std::size_t{cell} << shift(); }
    u32 cell_bytes() const { return 1u << shift(); }
    cell_range of_bytes(u32 offset, u32 bytes) const { return {offset >> shift(), (offset + bytes - 1) >> shift()}; }
    const char* content(u32 cell) const { return memory_ + offset_of(cell); }

    // --- definedness
    //! Write stamps up to this one mean that the block has not written the cell.
    u32 last_unwritten() const { return records_.before_block(); }
    bool is_written(u32 cell) const { return written[cell] > last_unwritten(); }
    //! Whether all cells were written. Widens shared_reads::known_written.
    bool are_written(cell_range);
    //! Marks cells that the block wrote before its last barrier.
    void set_written(cell_range);

    // --- order
    //! Whether the stamps of `count` cells from each of `cell` are above `low`, and ordered before the lane's access.
    //! `cell` has a valid cell for inactive lanes too. Returns false if before() must decide.
    bool ordered(const u32* stamps, const u32* cell, u32 count, int low, u32 warp_index) const;
    //! The latest stamp of `count` cells from each of `cell`, which has a valid cell for inactive lanes too.
    u32 latest(const u32* stamps, const u32* cell, u32 count) const;
    //! Whether all stamps of the range precede the thread's next access.
    bool are_before(const std::vector<u32>& stamps, cell_range, u32 thread) const;

    // --- recording
    void add_reader(u32 cell, u32 stamp);
    //! Adds a reader to cell `k` behind each lane's `cell`. The lane's stamp is stamp | lane.
    void add_readers(const u32* cell, u32 k, u32 mask, u32 warp_index, u32 stamp);

    std::vector<u32> written, read, read_too; //!< stamps, by cell

private:
    bool add_readers_at_once(const u32* cell, u32 k, u32 mask, u32 warp_index, u32 stamp);

    const char* const memory_;
    shared_reads& touched_;
    access_records& records_;
    static constexpr u32 group = 64;   //!< cells that are compared at once
    std::vector<bool> written_groups_; //!< groups of cells that the block is known to have written
    bool is_group_written(u32 n);
};

#if defined(__AVX2__)
// A stamp is ordered if it precedes the last barrier, is of the same thread, or precedes the last synchronisation of
// the warp.
[[gnu::always_inline]] inline bool shadow_cells::ordered(const u32* stamps, const u32* cell, u32 count, int low,
                                                         u32 warp_index) const
{
    const auto* base = reinterpret_cast<const int*>(stamps);
    const __m256i above = _mm256_set1_epi32(low), below = _mm256_set1_epi32(static_cast<int>(records_.floor()));
    const __m256i whole =
        _mm256_set1_epi32(static_cast<int>(records_.order.whole(warp_index) << access_records::thread_bits));
    const __m256i warp_part = _mm256_set1_epi32(static_cast<int>(access_records::thread_mask & ~31u));
    const __m256i thread_part = _mm256_set1_epi32(static_cast<int>(access_records::thread_mask));
    const __m256i own_warp = _mm256_set1_epi32(static_cast<int>(warp_index * warp_size));
    __m256i lanes = _mm256_add_epi32(own_warp, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    __m256i all = _mm256_set1_epi32(-1);
    const auto look_at = [&](__m256i s, __m256i threads) {
        const __m256i same_warp = _mm256_cmpeq_epi32(_mm256_and_si256(s, warp_part), own_warp);
        const __m256i same_thread = _mm256_cmpeq_epi32(_mm256_and_si256(s, thread_part), threads);
        const __m256i known = _mm256_or_si256(_mm256_or_si256(_mm256_cmpgt_epi32(below, s), same_thread),
                                              _mm256_and_si256(same_warp, _mm256_cmpgt_epi32(whole, s)));
        all = _mm256_and_si256(all, _mm256_and_si256(_mm256_cmpgt_epi32(s, above), known));
    };
    if (count % 4 == 0) { // the cells of a lane are adjacent, so two loads are faster than a gather
        const auto four_at = [&](u32 c) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(stamps + c)); };
        __m256i pair = _mm256_add_epi32(own_warp, _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1));
        for (int l = 0; l < warp_size; l += 2, pair = _mm256_add_epi32(pair, _mm256_set1_epi32(2)))
            for (u32 k = 0; k < count; k += 4)
                look_at(_mm256_set_m128i(four_at(cell[l + 1] + k), four_at(cell[l] + k)), pair);
        return _mm256_testc_si256(all, _mm256_set1_epi32(-1));
    }
    for (int l = 0; l < warp_size; l += 8, lanes = _mm256_add_epi32(lanes, _mm256_set1_epi32(8)))
        for (u32 k = 0; k < count; ++k)
            look_at(_mm256_i32gather_epi32(base + k, _mm256_load_si256(reinterpret_cast<const __m256i*>(cell + l)), 4),
                    lanes);
    return _mm256_testc_si256(all, _mm256_set1_epi32(-1));
}

[[gnu::always_inline]] inline u32 shadow_cells::latest(const u32* stamps, const u32* cell, u32 count) const
{
    __m256i most = _mm256_setzero_si256();
    if (count % 8 == 0) { // as in ordered()
        for (int l = 0; l < warp_size; ++l)
            for (u32 k = 0; k < count; k += 8)
                most =
                    _mm256_max_epu32(most, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(stamps + cell[l] + k)));
    } else if (count % 4 == 0) {
        for (int l = 0; l < warp_size; ++l)
            for (u32 k = 0; k < count; k += 4)
                most = _mm256_max_epu32(most, _mm256_castsi128_si256(_mm_loadu_si128(
                                                  reinterpret_cast<const __m128i*>(stamps + cell[l] + k))));
    } else {
        const auto* base = reinterpret_cast<const int*>(stamps);
        for (int l = 0; l < warp_size; l += 8)
            for (u32 k = 0; k < count; ++k)
                most = _mm256_max_epu32(
                    most,
                    _mm256_i32gather_epi32(base + k, _mm256_load_si256(reinterpret_cast<const __m256i*>(cell + l)), 4));
    }
    alignas(32) u32 all[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(all), most);
    return *std::max_element(all, all + 8);
}
#else
inline u32 shadow_cells::latest(const u32* stamps, const u32* cell, u32 count) const
{
    u32 most = 0;
    for (int l = 0; l < warp_size; ++l)
        for (u32 k = 0; k < count; ++k)
            most = std::max(most, stamps[cell[l] + k]);
    return most;
}

inline bool shadow_cells::ordered(const u32* stamps, const u32* cell, u32 count, int low, u32) const
{
    bool all = true;
    for (int l = 0; l < warp_size; ++l)
        for (u32 k = 0; k < count; ++k) {
            const int s = static_cast<int>(stamps[cell[l] + k]);
            all &= s > low && s < static_cast<int>(records_.floor());
        }
    return all;
}
#endif

} // namespace cuda_emulator
