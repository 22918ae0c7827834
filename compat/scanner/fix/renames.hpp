// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One name for one name, the arguments as they are: migration-notes/renames.csv.
#pragma once

#include <vector>

#include "edits.hpp"
#include "names/table.hpp"
#include "source/program.hpp"

namespace scanner {

// The edits that give the name at token i its new name, for a row of the list that means it. Empty where the list of
// renames does not have it, or where that is not always right.
std::vector<edit> rename_at(const program& source, std::size_t i, const api_name& row);

// Whether the name at token i is declared there, and not used: a prototype, a variable, a type.
bool is_declared_at(const program& source, std::size_t i);

} // namespace scanner
