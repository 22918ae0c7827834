// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits text into the characters that a terminal shows.
#pragma once

#include <string>
#include <vector>

namespace pairs {

//! A character on a terminal: its bytes, with those of its combining characters.
struct character {
    std::string bytes;
    int columns; // 1, or 2 for the wide ones of East Asia and for most pictures
};

//! Splits a line of UTF-8. A tab becomes blanks up to the next multiple of four columns, and another control character
//! becomes a blank.
std::vector<character> characters_of(const std::string& line);

//! Gives the columns that a line takes.
int shown_width(const std::string& line);

} // namespace pairs
