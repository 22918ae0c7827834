// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two texts beside each other, lines that belong together on equal height.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace pairs {

struct source_text {
    std::string title; // above the column; none where it is empty
    std::vector<std::string> lines;
    std::size_t first_line = 1; // the number of lines[0]
};

struct side_by_side_style {
    int width = 160;     // of the whole, in columns of the terminal; at least 40
    bool colour = false; // what is only on one side, in red or green
};

//! Prints two texts in two columns, with the numbers of their lines. Between them stands a mark: `<` only left, `>`
//! only right, `|` another line on each side; none where lines are equal but for blanks at their ends. Where two lines
//! resemble each other, only the words that differ are coloured. A line longer than its column goes on below, further
//! in and without a number. Comments of several lines are compared as one text, and where a line of one does not fit,
//! all of it is broken anew.
void print_side_by_side(std::ostream& out, const source_text& left, const source_text& right,
                        const side_by_side_style& style);

} // namespace pairs
