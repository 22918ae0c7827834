// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The timers of one function: two readings of the host's clock with launches between them, as two events.
#pragma once

#include <string>
#include <vector>

#include "fix/edits.hpp"
#include "source/program.hpp"

namespace scanner {

void plan_timers(const program& source, const function& body, std::vector<edit>& edits,
                 std::vector<std::string>& refusals);

} // namespace scanner
