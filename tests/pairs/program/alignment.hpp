// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Aligns the lines of two texts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pairs {

//! Cuts a line of source text into names, numbers, single signs and runs of blanks. Joined, they give the line again.
std::vector<std::string> words_of(const std::string& line);

//! Tells for each word whether it is missing from the common subsequence. Blanks are common if the words around them
//! are. Blanks at the ends of a line never count as missing.
std::vector<bool> changed_words(const std::vector<std::string>& words, const std::vector<std::string>& other);

struct aligned_row {
    std::optional<std::size_t> left, right; // line numbers from 0; at least one is present
    bool related = false;                   // both are present, and are equal or similar
};

//! Aligns two texts. Equal lines share rows. Between them, similar lines do: those with the largest weight in common,
//! without a change of order. Other lines of both sides share the rows that are left.
std::vector<aligned_row> align(const std::vector<std::string>& left, const std::vector<std::string>& right);

} // namespace pairs
