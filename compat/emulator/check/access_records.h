// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers the accesses of a block's threads, and knows the instruction of each.
//
// A record is an instruction as one warp runs it between two synchronisations. A stamp is the number of a record and of
// a thread; shadow_cells.h stores stamps. happens_before decides whether a stamp precedes an access. Stamps below
// floor() precede the last barrier of the block. Nearly all accesses meet only such stamps.
//
// The numbers continue from block to block, so that stamps of earlier blocks need not be cleared: they are at most
// before_block(). A block that uses up its numbers forgets its records, at the same point in each run.
#pragma once

#include "check/happens_before.h"
#include "isa/integers.h"
#include "machine/warp.h"

#include <array>
#include <functional>
#include <vector>

namespace cuda_emulator {

class access_records {
public:
    struct record {
        const instruction* at;
        const decoded_function* function;
        bool writes, strong;
    };
    static constexpr u32 thread_bits = 11; //!< up to 1024 threads, and one number for asynchronous copies
    static constexpr u32 thread_mask = (1u << thread_bits) - 1;

    //! `forget_stamps` is called when the numbers of the block are used up. It must call forget() and block_barrier().
    access_records(u32 threads, bool lock_step, std::function<void()> forget_stamps);

    //! Called when a new block begins. Returns true if the numbers restart, so that all stamps must be cleared.
    bool start_block();
    //! All records so far precede everything that follows.
    void block_barrier();
    //! Forgets all records. Stamps that are kept must become settled().
    void forget();

    //! The stamp of the warp's lane 0 for this instruction; the lane is added by `|`.
    u32 stamp_of(u32 warp_index, const instruction&, const decoded_function*, bool writes);
    //! The stamp of an asynchronous copy, which belongs to no thread.
    u32 stamp_of_copy(const instruction&, const decoded_function*);
    const record& of(u32 stamp) const { return records_[(stamp >> thread_bits) - order.first]; }
    bool is_strong(u32 stamp) const { return of(stamp).strong; }
    bool is_copy(u32 stamp) const { return (stamp & thread_mask) == order.copies(); }
    bool before(u32 stamp, u32 observer) const
    {
        return stamp < floor_ || order.before(stamp >> thread_bits, stamp & thread_mask, observer);
    }
    //! Whether the access and the stamp's may meet without a race although they are unordered.
    bool may_meet(const instruction&, u32 stamp) const;

    //! Lower stamps precede the last barrier of the block.
    u32 floor() const { return floor_; }
    //! Stamps up to this one are of earlier blocks.
    u32 before_block() const { return before_block_; }
    //! A stamp of this block that precedes all accesses by its threads.
    u32 settled() const { return settled_; }
    //! Incremented when the block forgets its records.
    u32 generation() const { return generation_; }

    happens_before order;

private:
    struct recent {
        const instruction* at = nullptr;
        u32 record = 0;
    };
    static constexpr u32 record_limit = 1u << (31 - thread_bits);
    static constexpr u32 records_of_a_block = record_limit / 2;

    u32 new_record(const instruction&, const decoded_function*, bool writes);

    const std::function<void()> forget_stamps_;
    std::vector<record> records_;                //!< since the last barrier of the block
    std::vector<std::array<recent, 64>> recent_; //!< by warp: the latest record of an instruction
    u32 floor_ = 0, before_block_ = 0, settled_ = 0;
    u32 last_record_ = 0;
    u32 generation_ = 0;
};

inline u32 access_records::stamp_of(u32 warp_index, const instruction& i, const decoded_function* f, bool writes)
{
    recent& r = recent_[warp_index][reinterpret_cast<std::uintptr_t>(&i) / sizeof(instruction) % 64];
    if (r.at != &i || r.record < order.since(warp_index)) {
        r.record = new_record(i, f, writes);
        r.at = &i;
    }
    return r.record << thread_bits | warp_index * warp_size;
}

} // namespace cuda_emulator
