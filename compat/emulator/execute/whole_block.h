// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a block from barrier to barrier in translated code, all warps together, without the bookkeeping of barriers.
// With checks on, the translated code runs from the beginning to the first instruction that may cause a finding. From
// there the interpreter continues warp by warp.
#pragma once

#include "check/block_accesses.h"
#include "machine/block.h"
#include "machine/translated_code.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace cuda_emulator {

//! Runs the blocks of one launch, one after the other.
class whole_block {
public:
    explicit whole_block(block&);
    ~whole_block();
    //! Called when a new block begins.
    void start();
    //! Runs the block from its beginning in whole-block code, at most `slice` instructions per warp. Returns true if
    //! the block has ended.
    bool run_at_once(std::uint64_t slice);
    //! Continues with each warp's own translated code. Returns true if the block has ended. If false, the interpreter
    //! must continue each warp.
    bool run_by_warps();
    //! Called before the warp continues in the interpreter: replays its accesses for the checks.
    void note_earlier(warp& w)
    {
        if (listed_) listed_->note(w);
    }
    //! The warp that the interpreter must start with, so that the order of warps does not depend on translation.
    std::size_t stopped_at() const { return stopped_at_; }
    //! Whether run_at_once() ran the last block to its end. The next block then starts with special registers in the
    //! first lane only.
    bool ended_at_once() const { return has_begun_; }
    //! Whether the last block ended here: its warps are in their initial state, except for their registers.
    bool leaves_warps_fresh() const { return is_untouched_; }
    //! Instructions of the last run.
    std::uint64_t executed() const { return executed_; }

private:
    enum class stop : std::uint8_t { ready, at_barrier, ended };
    struct one_warp {
        translated_warp state;
        std::uint32_t pc = 0; //!< the next instruction, or the barrier that the warp waits at
        stop why = stop::ready;
    };
    bool can_run() const;
    //! Whether the launch's blocks so far left whole-block code so early that each warp's own code is faster.
    bool replays_too_much() const;
    void begin(std::uint64_t slice);
    void watch(translated_warp&);
    //! Runs from the beginning in whole-block code. Returns true if the block has ended.
    bool run_together(translated_block::function);
    //! Whether the warp is at its end or at a barrier. If so, marks it as waiting there.
    bool has_arrived(one_warp&);
    //! Runs until the warp cannot continue alone. Returns false if the interpreter must continue it.
    bool run_to_barrier(one_warp&, translated_kernel::function);
    //! Releases all waiting warps. Returns false if they wait at different barriers, or if translated code cannot
    //! continue there.
    bool leave_barrier();
    void count_executed();
    void hand_over();

    block& block_;
    std::vector<one_warp> warps_;
    std::vector<translated_warp*> states_;   //!< the states of `warps_`
    std::unique_ptr<block_accesses> listed_; //!< null: the shared-memory check is off
    const instruction* code_ = nullptr;      //!< code of the kernel
    std::uint64_t executed_ = 0;
    bool is_untouched_ = false;
    bool can_run_ = false;                      //!< whether the current block may run here
    bool is_watched_ = false;                   //!< checks are on, so only whole-block code may run
    translated_kernel::function run_ = nullptr; //!< the warps' own translated code; null: not compiled yet
    std::size_t stopped_at_ = 0;                //!< the warp that ran last
    std::uint32_t barriers_ = 0;                //!< barriers passed in whole-block code with checks on
    bool has_begun_ = false;                    //!< the warps' states are those that begin() made
    std::uint64_t ran_together_ = 0;            //!< instructions of each warp in whole-block code, in all blocks
    std::uint64_t replayed_ = 0;                //!< accesses that each warp replayed, in all blocks
    std::uint32_t left_ = 0;                    //!< blocks that left whole-block code before their end
};

} // namespace cuda_emulator
