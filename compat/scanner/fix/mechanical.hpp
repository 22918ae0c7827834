// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fix=mechanical: what has one answer that is always right.
#pragma once

#include <vector>

#include "edits.hpp"
#include "names/table.hpp"
#include "source/program.hpp"

namespace scanner {

// For the name at token i, which means this row of the list. Empty where it is left to a person.
std::vector<edit> mechanical_edits(const program& source, std::size_t i, const api_name& row);

} // namespace scanner
