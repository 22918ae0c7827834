// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program does with two readings of the host's clock.
#pragma once

#include <string>
#include <vector>

#include "readings.hpp"

namespace scanner {

// What a difference of two readings becomes.
struct replacement {
    std::size_t first, last; // tokens
    std::string text;
};

// The last token of a difference from i on whose unit is certain, or 0. Adds what it becomes.
std::size_t end_of_difference(const program& source, const function& body, std::size_t i, const reading& start,
                              const reading& stop, std::vector<replacement>& all);

} // namespace scanner
