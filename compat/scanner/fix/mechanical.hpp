// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fix=mechanical: replacements that are always correct.
#pragma once

#include <vector>

#include "edits.hpp"
#include "names/table.hpp"
#include "source/program.hpp"

namespace scanner {

// Returns the edits for the name at token i, which refers to `row`. Returns no edits if a person has to decide.
std::vector<edit> mechanical_edits(const program& source, std::size_t i, const api_name& row);

} // namespace scanner
