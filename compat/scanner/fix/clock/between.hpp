// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands between two readings of the host's clock.
#pragma once

#include "source/program.hpp"

namespace scanner {

bool has_launch(const program& source, std::size_t begin, std::size_t end);
// Then the host's time has the kernels in it, and may be what is wanted.
bool waits(const program& source, std::size_t begin, std::size_t end);
// Behind the statement at i, if it is a launch in the default stream, a question for an error, or a loop of these; else
// 0, and `wrong` is where it is not.
std::size_t behind_launch(const program& source, std::size_t i, std::size_t& wrong);

} // namespace scanner
