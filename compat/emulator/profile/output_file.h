// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes files that an environment variable names.
#pragma once

#include <string>
#include <string_view>

namespace cuda_emulator {

//! Gives null if the variable is unset or empty.
const char* file_in(const char* variable);

//! Writes the whole file, or nothing. A pipe or a device is written to directly. If the file cannot be written, the
//! result is false. stderr then has the reason and the name of the variable.
bool write_output_file(const std::string& path, std::string_view text, const char* what, const char* variable);

} // namespace cuda_emulator
