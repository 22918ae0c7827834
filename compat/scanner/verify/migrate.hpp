// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda-legacy-scan migrate DIR: fixes a copy, builds the old and the fixed sources, and compares what both do.
#pragma once

#include <string>
#include <vector>

namespace scanner {

// The arguments behind the word migrate. The exit status: 0 the same, 1 not the same, 2 a step failed.
int migrate(const std::vector<std::string>& arguments);

} // namespace scanner
