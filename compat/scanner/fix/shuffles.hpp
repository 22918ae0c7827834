// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fix=shuffles: shuffles and votes without a mask, where all lanes of the warp are proven to take part.
#pragma once

#include <vector>

#include "edits.hpp"
#include "names/table.hpp"
#include "source/program.hpp"

namespace scanner {

// For the call's name at token i: __shfl_down(v, 1) becomes __shfl_down_sync(0xffffffff, v, 1). Empty where it is not
// proven that every lane comes there: in a branch, in a loop whose end depends on a thread, behind a return, or in a
// function that somebody else may call.
std::vector<edit> shuffle_at(const program& source, std::size_t i, const api_name& row);

} // namespace scanner
