// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Repairs launches that an editor formatted as f << <grid, block >> >(…). nvcc accepts them, and libclang does not.
#pragma once

#include <string>

namespace scanner {

// Joins the marks to <<< and >>> without changing the text's length. Returns whether the text changed.
bool join_launch_marks(std::string& text);

} // namespace scanner
