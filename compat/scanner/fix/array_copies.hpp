// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces cudaMemcpyToArray and cudaMemcpyFromArray by cudaMemcpy2DToArray and cudaMemcpy2DFromArray for whole rows.
#pragma once

#include <vector>

#include "edits.hpp"
#include "names/table.hpp"
#include "source/program.hpp"

namespace scanner {

// Returns the edits for the call whose name is token i. The old call copies a byte stream that may begin and end within
// a row. The new call has the same effect in two cases:
// - The array has one row.
// - The copy covers the whole array: its size is the product of the sizes in the function's allocation.
// Returns no edits if the arguments prove neither case.
std::vector<edit> array_copy_at(const program& source, std::size_t i, const api_name& row);

} // namespace scanner
