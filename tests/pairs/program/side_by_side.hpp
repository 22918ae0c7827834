// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints two texts side by side, with matching lines in one row.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace pairs {

struct source_text {
    std::string title; // above the column; empty: none
    std::vector<std::string> lines;
    std::size_t first_line = 1; // the number of lines[0]
};

struct side_by_side_style {
    int width = 160;     // of the whole output, in columns of the terminal; at least 40
    bool colour = false; // text of one side only is red or green
};

//! Prints two texts in two columns, with line numbers. A mark is between them: `<` only left, `>` only right, `|` the
//! lines differ; none if lines are equal except for blanks at their ends. In similar lines, only the different words
//! are coloured. A line that is too long continues below, with indentation and without a number. Comments of several
//! lines are compared as one text. If one of their lines does not fit, the whole comment is broken again.
void print_side_by_side(std::ostream& out, const source_text& left, const source_text& right,
                        const side_by_side_style& style);

} // namespace pairs
