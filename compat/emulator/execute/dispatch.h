// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dispatch of instructions: the interpreter's inner loop.
//
// Most instructions need only their handlers. The loop runs these and the branches itself, with the path's state in
// local variables. control_flow.h executes all other instructions.
#pragma once

#include "execute/paths.h"
#include "machine/warp.h"

#include <cstdint>

namespace cuda_emulator {

//! Runs the path until it ends, is back on the list, or the warp's count of executed instructions is `slice_end`.
//! Returns true if the warp gives way to other warps. `Counting`: counts for the profile and calls the observer.
template <bool Counting>
bool run_path(warp&, running_path&, std::uint64_t slice_end);

extern template bool run_path<false>(warp&, running_path&, std::uint64_t);
extern template bool run_path<true>(warp&, running_path&, std::uint64_t);

} // namespace cuda_emulator
