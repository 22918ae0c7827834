// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda-legacy-scan verify OLD NEW: builds both, runs both, and compares what they print, byte by byte.
#pragma once

#include <string>
#include <vector>

namespace scanner {

// The arguments behind the word verify. The exit status: 0 the same, 1 not the same, 2 it could not be tried.
int verify(const std::vector<std::string>& arguments);

} // namespace scanner
