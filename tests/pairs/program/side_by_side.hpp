// Two texts beside each other, lines that belong together on equal height.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace pairs {

struct side_by_side_style {
    int width = 160;     // of the whole, in columns; at least 40
    bool colour = false; // what is only on one side, in red or green
};

//! Prints `left` and `right` in two columns. Between them stands a mark: `<` only left, `>` only right, `|` another
//! line on each side. Where two lines resemble each other, only the words that differ are coloured. A line longer than
//! its column goes on below, further in; what goes on of a comment is one there, too.
void print_side_by_side(std::ostream& out, const std::vector<std::string>& left, const std::vector<std::string>& right,
                        const side_by_side_style& style);

} // namespace pairs
