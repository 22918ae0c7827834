// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the lanes of a divergent branch go on together, for warps in lock step.
//
// GPUs before Volta ran one side of a branch, then the other, and put the lanes together again where all ways from the
// branch meet: at its immediate postdominator. Ways that end the function do not count, for their lanes are gone.
#pragma once

#include "machine/program.h"

#include <cstdint>
#include <vector>

namespace cuda_emulator {

struct activation;
struct warp;

class reconvergence {
public:
    explicit reconvergence(const std::vector<instruction>& code);
    //! The PC where the sides of this branch meet; no_meeting where they do not.
    std::uint32_t of(std::uint32_t branch) const { return meeting_[block_of_[branch]]; }

private:
    std::vector<std::uint32_t> block_of_; //!< by PC
    std::vector<std::uint32_t> meeting_;  //!< by block
};

//! That of the function, made when first asked for.
const reconvergence& reconvergence_of(decoded_function&);

//! Lets those fragments go on whose lanes have all come to where they meet.
void leave_meetings(warp&);
//! Lanes have returned from the activation, or, where that is null, from the kernel: nobody waits for them.
void leave_early(warp&, const activation*, std::uint32_t lanes);

} // namespace cuda_emulator
