// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Differences of two readings of the host's clock.
#pragma once

#include <string>

#include "readings.hpp"

namespace scanner {

// A difference of two readings, and its replacement. In the text, %s stands for the milliseconds.
struct difference {
    std::size_t first = 0, last = 0; // tokens
    std::string text;
    std::string why_not; // the reason if there is no replacement
};

// Returns the difference whose first reading is at token i, if its unit is known.
difference difference_at(const program& source, std::size_t i, const reading& start, const reading& stop);

} // namespace scanner
