// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fix=textures and --fix=surfaces: replaces references by objects if the result is proven correct.
#pragma once

#include "fix/planned.hpp"
#include "options.hpp"

namespace scanner {

// Analyses all sources below the paths for the kinds of references that --fix names.
planned_fixes plan_reference_fixes(const options& wanted);

} // namespace scanner
