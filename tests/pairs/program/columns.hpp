// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table whose rows go on in further lines where the terminal is too narrow for one.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace pairs {

struct column {
    std::string title;
    int width;
    bool right = false; // aligned
    bool keeps = false; // to the column before it: both stand on one line
};

//! Prints a row, or with no cells the titles. Columns that would pass `terminal_width` (0: there is no end) begin a
//! further line, for every row alike, so that what belongs together stays below one another.
void print_columns(std::ostream& out, const std::vector<column>& columns, int terminal_width,
                   const std::vector<std::string>& cells = {});

} // namespace pairs
