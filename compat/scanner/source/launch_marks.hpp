// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches that an editor formatted as f << <grid, block >> >(…). nvcc accepts them, and libclang does not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "token.hpp"

namespace scanner {

// Tests for <<<, or the same with blanks in it, at the token i.
bool is_launch_mark(const std::vector<token>&, std::size_t i);

// Joins the marks to <<< and >>> without changing the text's length. Returns whether the text changed.
bool join_launch_marks(std::string& text);

} // namespace scanner
