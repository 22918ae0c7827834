// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces the timers of one function by events. A timer is two readings of the host's clock with launches between
// them.
#pragma once

#include <string>
#include <vector>

#include "fix/edits.hpp"
#include "source/program.hpp"

namespace scanner {

void plan_timers(const program& source, const function& body, std::vector<edit>& edits,
                 std::vector<std::string>& refusals);

} // namespace scanner
