// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fix=textures: texture references become texture objects, where that is certain to be right.
#pragma once

#include <string>
#include <vector>

#include "fix/edits.hpp"
#include "options.hpp"

namespace scanner {

struct texture_fixes {
    changes planned;
    std::vector<std::string> refusals; // path:line:column: why
    std::string missing;               // what of the machine; then nothing is planned
};

// Looks at all sources below the paths.
texture_fixes plan_texture_fixes(const options& wanted);

} // namespace scanner
