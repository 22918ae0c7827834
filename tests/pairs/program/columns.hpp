// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a table whose rows continue on further lines if the terminal is too narrow.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace pairs {

struct column {
    std::string title;
    int width;
    bool right = false; // aligned
    bool keeps = false; // stays on the line of the column before it
};

//! Prints a row, or the titles if there are no cells. Columns beyond `terminal_width` (0: no limit) begin a further
//! line, at the same column in every row. So the cells of a column stay below each other.
void print_columns(std::ostream& out, const std::vector<column>& columns, int terminal_width,
                   const std::vector<std::string>& cells = {});

} // namespace pairs
