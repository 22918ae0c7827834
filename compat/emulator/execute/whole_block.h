// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that go from barrier to barrier in translated code, all warps together: nothing is noted of their barriers.
#pragma once

#include "machine/block.h"
#include "machine/translated_code.h"

#include <cstdint>
#include <vector>

namespace cuda_emulator {

//! Runs blocks of one launch, one after the other.
class whole_block {
public:
    explicit whole_block(block& of)
        : block_(of)
    {
    }
    //! Runs the block from its beginning, each warp for `slice` instructions at most. True: it has ended. False: it is
    //! no such block, or no longer, and each warp is where the interpreter goes on.
    bool run(std::uint64_t slice);
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
    bool can_run(translated_kernel::function&) const;
    void begin(std::uint64_t slice);
    //! To where the warp cannot go on alone; false: the interpreter must go on with it.
    bool run_to_barrier(one_warp&, translated_kernel::function);
    //! All that wait go on behind their barrier; false: they wait at several, or translated code cannot go on there.
    bool leave_barrier();
    void count_executed();
    void hand_over();

    block& block_;
    std::vector<one_warp> warps_;
    const instruction* code_ = nullptr; //!< the kernel's
    std::uint64_t executed_ = 0;
    bool is_untouched_ = false;
};

} // namespace cuda_emulator
