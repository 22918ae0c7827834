// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which line of one text stands for which line of another.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pairs {

//! A line of source text, cut into names, numbers, single signs and runs of blanks; joined again they are the line.
std::vector<std::string> words_of(const std::string& line);

//! For each word of `words`, whether it is missing from what both have in common, in order. Blanks count where both
//! have the words around them; those that a line begins and ends with never do.
std::vector<bool> changed_words(const std::vector<std::string>& words, const std::vector<std::string>& other);

struct aligned_row {
    std::optional<std::size_t> left, right; // line numbers from 0; at least one of them
    bool related = false;                   // both, and they are equal or resemble each other
};

//! Aligns two texts. Equal lines meet, and of those between them the ones that resemble each other: what makes the
//! largest sum of words in common, without a change of order. Lines that one side alone has share rows.
std::vector<aligned_row> align(const std::vector<std::string>& left, const std::vector<std::string>& right);

} // namespace pairs
