// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// f << <grid, block >> >(…), as editors format launches: nvcc takes it, libclang does not.
#pragma once

#include <string>

namespace scanner {

// Makes <<< and >>> of them, at the same places and of the same length. Whether there were any.
bool join_launch_marks(std::string& text);

} // namespace scanner
