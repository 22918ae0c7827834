// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies, memsets, allocations and objects of both runs.
#pragma once

#include "verify/comparison.hpp"

namespace scanner {

// Adds the copies to the host that differ, the calls that one of both has not got, and the traffic.
void compare_calls(comparison&, const recorded_run& old_run, const recorded_run& new_run);

} // namespace scanner
