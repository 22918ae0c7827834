// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fix=textures and --fix=surfaces: references become objects, where that is certain to be right.
#pragma once

#include <string>
#include <vector>

#include "fix/edits.hpp"
#include "options.hpp"

namespace scanner {

struct reference_fixes {
    changes planned;
    std::vector<std::string> refusals; // path:line:column: why
    std::string missing;               // what of the machine; then nothing is planned
};

// Looks at all sources below the paths, for the kinds of references that --fix names.
reference_fixes plan_reference_fixes(const options& wanted);

} // namespace scanner
