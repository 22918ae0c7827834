// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fix=clock: replaces host clock readings around unsynchronised kernel launches by two events.
#pragma once

#include <string>
#include <vector>

#include "fix/edits.hpp"
#include "fix/planned.hpp"
#include "options.hpp"
#include "source/program.hpp"

namespace scanner {

// Plans the edits of one source.
void plan_clock_fixes(const program& source, std::vector<edit>& edits, std::vector<std::string>& refusals);
// Plans the edits of all sources below the paths, and adds them to the result.
void plan_clock_fixes(const options& wanted, planned_fixes& result);

} // namespace scanner
