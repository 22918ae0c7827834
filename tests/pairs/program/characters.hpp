// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text as a terminal shows it.
#pragma once

#include <string>
#include <vector>

namespace pairs {

//! What takes its place on a terminal: the bytes of a character and of the marks put on it.
struct character {
    std::string bytes;
    int columns; // 1, or 2 for the wide ones of East Asia and for most pictures
};

//! A line of UTF-8. Tabs become blanks to the next multiple of four columns, other control characters one blank each.
std::vector<character> characters_of(const std::string& line);

//! The columns that a line takes.
int shown_width(const std::string& line);

} // namespace pairs
