// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaMemcpyToArray and cudaMemcpyFromArray, where whole rows are copied: then cudaMemcpy2DToArray does the same.
#pragma once

#include <vector>

#include "edits.hpp"
#include "names/table.hpp"
#include "source/program.hpp"

namespace scanner {

// For the call's name at token i. The old call copies a stream of bytes that may begin and end within a row. It is the
// same as the new one
// - for an array of one row,
// - for the whole array: the copy's size is the product of what the function allocated it with.
// Empty where the arguments do not prove either.
std::vector<edit> array_copy_at(const program& source, std::size_t i, const api_name& row);

} // namespace scanner
