// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program does with two readings of the host's clock.
#pragma once

#include <string>

#include "readings.hpp"

namespace scanner {

// A difference of two readings, and what it becomes: %s stands for the milliseconds.
struct difference {
    std::size_t first = 0, last = 0; // tokens
    std::string text;
    std::string why_not; // where there is none
};

// The one whose first reading is at i, where its unit is certain.
difference difference_at(const program& source, std::size_t i, const reading& start, const reading& stop);

} // namespace scanner
