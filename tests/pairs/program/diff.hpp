// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `pairs diff` shows two stages of an example side by side.
#pragma once

#include <string>
#include <vector>

namespace pairs {

struct diff_options {
    bool fast = false;   // compares the twin with the fast stage, not the legacy file with the twin
    bool kernel = false; // only the kernels
    bool head = true;    // with the head comments
    int width = 160;
    bool colour = false;
};

//! Gives the text for the pairs of these slugs, from the tree below `root`. Throws std::runtime_error if a file cannot
//! be read. Also throws if a requested fast stage does not exist, or if the kernels are requested and neither side has
//! one.
std::string diff(const std::string& root, const std::vector<std::string>& slugs, const diff_options& options);

} // namespace pairs
