// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the code behind a divergent branch that needs no divergent paths (if-conversion).
//
// Such code only computes, and has no loop. So every lane can run all of it, and keeps the results of the basic blocks
// that it would have run.
#pragma once

#include "translate/code_graph.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace cuda_emulator::translation {

//! The basic blocks between a branch and its reconvergence point.
struct convertible_region {
    std::vector<std::uint32_t> blocks; //!< each block comes behind its predecessors in the region
    std::uint32_t reconvergence = 0;   //!< the block at the reconvergence point
    std::uint32_t instructions = 0;
    std::set<operand_slot> written;
};

//! By basic block: the region of the branch at its end. Empty without such a branch, or if the code behind it has side
//! effects, needs a handler, has a loop, or is too long.
using convertible_regions = std::vector<std::optional<convertible_region>>;
convertible_regions find_regions(const decoded_function&, const code_graph&);

} // namespace cuda_emulator::translation
