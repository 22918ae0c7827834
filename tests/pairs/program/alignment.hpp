// Which line of one text stands for which line of another.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pairs {

//! A line of source text, cut into names, numbers, single signs and runs of blanks; joined again they are the line.
std::vector<std::string> words_of(const std::string& line);

//! For each word of `words`, whether it is missing from what both have in common, in order.
std::vector<bool> changed_words(const std::vector<std::string>& words, const std::vector<std::string>& other);

struct aligned_row {
    std::optional<std::size_t> left, right; // line numbers from 0; at least one of them
    bool related = false;                   // both, and they are equal or resemble each other
};

//! Aligns two texts of C++. Functions and types of one name meet, and so do others with much in common; what has no
//! counterpart stands apart from what has one. Within them equal and similar lines meet and launches of the same kernel,
//! rare names before common ones, braces and blanks, neighbours together. What is only on one side, between two lines
//! that meet, shares rows, but for a directive and what is none.
std::vector<aligned_row> align(const std::vector<std::string>& left, const std::vector<std::string>& right);

} // namespace pairs
