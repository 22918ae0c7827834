// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of functions: activations, and the parameters and results that pass between their stack frames.
#pragma once

#include "execute/control_flow.h"

namespace cuda_emulator {

//! The kernel's activation for a new block, with all lanes of the warp.
activation* start_kernel(warp&);
//! One new path for each function that lanes call.
step call_function(warp&, running_path&, const instruction&, std::uint32_t mask);
step return_from_function(warp&, running_path&, const instruction&, std::uint32_t mask);
//! Removes lanes that exit from the activation and from all its callers.
void leave_all_calls(warp&, activation*, std::uint32_t lanes);

} // namespace cuda_emulator
