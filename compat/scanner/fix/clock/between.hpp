// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code between two readings of the host's clock.
#pragma once

#include "source/program.hpp"

namespace scanner {

bool has_launch(const program& source, std::size_t begin, std::size_t end);
// Tests whether the code waits for kernels. The host's time then includes the kernels, and may be the intended time.
bool waits(const program& source, std::size_t begin, std::size_t end);
// Returns the token after the statement at i. The statement must be a launch in the default stream, an error query, or
// a loop or a block of them. Otherwise returns 0 and sets `wrong` to the offending token.
std::size_t behind_launch(const program& source, std::size_t i, std::size_t& wrong);

} // namespace scanner
