// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `pairs export` writes an example as one file, for Compiler Explorer, a mail or a slide.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pairs {

//! Gives the text of a file below `root`, such as "modern/memory/write_offset.cu". With `single`, each header of
//! modern/support replaces the line that includes it, once. Throws std::runtime_error if a file cannot be read.
std::string exported(const std::string& root, const std::string& path, bool single);

//! Gives the lines from a file's first kernel to its last, as first and end: kernels and device functions, with the
//! comments, templates and types before them. Both numbers are equal without a kernel.
std::pair<std::size_t, std::size_t> kernel_lines(const std::vector<std::string>& lines);

} // namespace pairs
