// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the fixes that look at whole functions or programs come to, before a file is changed.
#pragma once

#include <string>
#include <vector>

#include "edits.hpp"

namespace scanner {

struct planned_fixes {
    changes planned;
    std::vector<std::string> refusals; // path:line:column: why
    std::vector<std::string> notes;    // the same form: what else a change does
    std::string missing;               // what of the machine; then nothing is planned
};

} // namespace scanner
