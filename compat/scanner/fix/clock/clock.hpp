// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fix=clock: a host clock read around kernel launches that nothing waits for becomes two events.
#pragma once

#include <string>
#include <vector>

#include "fix/edits.hpp"
#include "fix/planned.hpp"
#include "options.hpp"
#include "source/program.hpp"

namespace scanner {

// Of one source.
void plan_clock_fixes(const program& source, std::vector<edit>& edits, std::vector<std::string>& refusals);
// Of all sources below the paths; adds to the result.
void plan_clock_fixes(const options& wanted, planned_fixes& result);

} // namespace scanner
