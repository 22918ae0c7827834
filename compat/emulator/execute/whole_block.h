// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that go from barrier to barrier in translated code, all warps together: nothing is noted of their barriers.
// Where checks are on, they do so from the beginning to where these may find something; from there on the interpreter
// goes warp by warp.
#pragma once

#include "check/block_accesses.h"
#include "machine/block.h"
#include "machine/translated_code.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace cuda_emulator {

//! Runs blocks of one launch, one after the other.
class whole_block {
public:
    explicit whole_block(block&);
    ~whole_block();
    //! A new block begins.
    void start();
    //! Runs the block from its beginning, each warp for `slice` instructions at most, in code of all its warps. True:
    //! it has ended.
    bool run_at_once(std::uint64_t slice);
    //! Goes on in code of each warp. True: it has ended. False: it is no such block, or no longer, and each warp is
    //! where the interpreter goes on.
    bool run_by_warps();
    //! The warp is about to go on in the interpreter: its checks hear what it has done here.
    void note_earlier(warp& w)
    {
        if (listed_) listed_->note(w);
    }
    //! The warp that the interpreter has to begin with: in which order warps come is always the same.
    std::size_t stopped_at() const { return stopped_at_; }
    //! run_at_once() ran the last block to its end. It begins the next one with the first lane's special registers.
    bool ended_at_once() const { return has_begun_; }
    //! The last block ended here, and has left nothing behind: its warps are as they began, but for their registers.
    bool leaves_warps_fresh() const { return is_untouched_; }
    //! Instructions of the last run.
    std::uint64_t executed() const { return executed_; }

private:
    enum class stop : std::uint8_t { ready, at_barrier, ended };
    struct one_warp {
        translated_warp state;
        std::uint32_t pc = 0; //!< where it goes on, or the barrier that it waits at
        stop why = stop::ready;
    };
    bool can_run() const;
    void begin(std::uint64_t slice);
    void watch(translated_warp&);
    //! From the beginning, in code of the whole block. True: to its end.
    bool run_together(translated_block::function);
    //! Is it at its end, or at a barrier? It waits there, then.
    bool has_arrived(one_warp&);
    //! To where the warp cannot go on alone; false: the interpreter must go on with it.
    bool run_to_barrier(one_warp&, translated_kernel::function);
    //! All that wait go on behind their barrier; false: they wait at several, or translated code cannot go on there.
    bool leave_barrier();
    void count_executed();
    void hand_over();

    block& block_;
    std::vector<one_warp> warps_;
    std::vector<translated_warp*> states_;   //!< theirs
    std::unique_ptr<block_accesses> listed_; //!< null: nobody asks what touches shared memory
    const instruction* code_ = nullptr;      //!< the kernel's
    std::uint64_t executed_ = 0;
    bool is_untouched_ = false;
    bool can_run_ = false;                      //!< the block that has begun
    bool is_watched_ = false;                   //!< … only in code of all its warps, for checks are on
    translated_kernel::function run_ = nullptr; //!< code of each of its warps; null: not compiled yet
    std::size_t stopped_at_ = 0;                //!< the warp that ran last
    std::uint32_t barriers_ = 0;                //!< that code of all warps has passed, where checks are on
    bool has_begun_ = false;                    //!< the warps' states are what begin() made of them
};

} // namespace cuda_emulator
