// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files that an environment variable names.
#pragma once

#include <string>
#include <string_view>

namespace cuda_emulator {

//! Null when the variable is not set, or empty.
const char* file_in(const char* variable);

//! The file appears whole or not at all; a pipe or a device is written to as it is. False when it cannot be written:
//! stderr says why, and that it is the file of this variable.
bool write_output_file(const std::string& path, std::string_view text, const char* what, const char* variable);

} // namespace cuda_emulator
