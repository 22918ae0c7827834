// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `pairs diff`: two stages of an example, read beside each other.
#pragma once

#include <string>
#include <vector>

namespace pairs {

struct diff_options {
    bool fast = false;   // the twin beside the fast stage, not the legacy file beside the twin
    bool kernel = false; // the kernels alone
    bool head = true;    // with the head comments
    int width = 160;
    bool colour = false;
};

//! The pairs of these slugs, from the tree below `root`. Throws std::runtime_error where a file cannot be read, or
//! where a pair has no fast stage, or no kernel of its own on either side, and that is asked for.
std::string diff(const std::string& root, const std::vector<std::string>& slugs, const diff_options& options);

} // namespace pairs
