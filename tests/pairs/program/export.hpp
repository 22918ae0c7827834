// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `pairs export`: an example as one file, for Compiler Explorer, a mail or a slide.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pairs {

//! The text of a file below `root`, for instance "modern/memory/write_offset.cu". With `single`, the headers of
//! modern/support take the place of the lines that include them, each once. Throws std::runtime_error where a file
//! cannot be read.
std::string exported(const std::string& root, const std::string& path, bool single);

//! The lines of a file from its first kernel to its last, as first and one behind the last: kernels and device
//! functions with the comments, templates and types in front of them. Both are equal where there is none.
std::pair<std::size_t, std::size_t> kernel_lines(const std::vector<std::string>& lines);

} // namespace pairs
