// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reconvergence points of divergent branches, for warps in lock-step.
//
// GPUs before Volta ran one side of a branch, then the other. The lanes reconverged at the immediate postdominator of
// the branch. Paths that end the function do not count, because their lanes are gone.
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
    //! The PC of the branch's reconvergence point; no_meeting if it has none.
    std::uint32_t of(std::uint32_t branch) const { return meeting_[block_of_[branch]]; }

private:
    std::vector<std::uint32_t> block_of_; //!< by PC
    std::vector<std::uint32_t> meeting_;  //!< by block
};

//! The reconvergence points of the function, computed on the first call.
const reconvergence& reconvergence_of(decoded_function&);

//! Makes each path runnable whose lanes have all reached its reconvergence point.
void leave_meetings(warp&);
//! Removes lanes that have returned from the activation, or from the kernel if it is null, so that no path waits for
//! them.
void leave_early(warp&, const activation*, std::uint32_t lanes);

} // namespace cuda_emulator
