// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fix=textures and --fix=surfaces: references become objects, where that is certain to be right.
#pragma once

#include "fix/planned.hpp"
#include "options.hpp"

namespace scanner {

// Looks at all sources below the paths, for the kinds of references that --fix names.
planned_fixes plan_reference_fixes(const options& wanted);

} // namespace scanner
