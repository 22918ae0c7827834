// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source files of the program, by the paths that -lineinfo left in the PTX.
#pragma once

#include <string>
#include <vector>

namespace cuda_emulator {

//! The file's lines, without their ends. Empty if the file cannot be read.
std::vector<std::string> lines_of_file(const std::string& path);
std::vector<std::string> lines_of_text(const std::string& text);

//! Whether the file was written after the program. The lines may be others by now.
bool is_newer_than_the_program(const std::string& path);

//! The text of "path:line", without blanks around it. Empty if the file cannot be read or is newer than the program.
std::string source_text(const std::string& path_and_line);

} // namespace cuda_emulator
