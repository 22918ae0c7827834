// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces one name by another and keeps the arguments. migration-notes/renames.csv lists the names.
#pragma once

#include <vector>

#include "edits.hpp"
#include "names/table.hpp"
#include "source/program.hpp"

namespace scanner {

// Returns the edits that rename the name at token i, which refers to `row`. Returns no edits if the list lacks the
// name, or if the rename is not always correct.
std::vector<edit> rename_at(const program& source, std::size_t i, const api_name& row);

// Tests whether token i declares the name, as a prototype, a variable or a type.
bool is_declared_at(const program& source, std::size_t i);

} // namespace scanner
