// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results of the fixes that analyse whole functions or programs, before any file changes.
#pragma once

#include <string>
#include <vector>

#include "edits.hpp"

namespace scanner {

struct planned_fixes {
    changes planned;
    std::vector<std::string> refusals; // path:line:column: reason
    std::vector<std::string> notes;    // path:line:column: side effect of an edit
    std::string missing;               // software that the machine lacks; the plan is then empty
};

} // namespace scanner
