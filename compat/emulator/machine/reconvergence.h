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

class reconvergence_points {
public:
    explicit reconvergence_points(const std::vector<instruction>& code);
    //! The PC of the branch's reconvergence point; no_pc if it has none.
    std::uint32_t of(std::uint32_t branch) const { return point_[block_of_[branch]]; }

private:
    std::vector<std::uint32_t> block_of_; //!< by PC
    std::vector<std::uint32_t> point_;    //!< by block
};

//! The reconvergence points of the function, computed on the first call.
const reconvergence_points& reconvergence_of(decoded_function&);

} // namespace cuda_emulator
