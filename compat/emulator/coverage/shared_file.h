// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file that several processes add to.
#pragma once

#include <string>

namespace cuda_emulator {

struct tracefile;

//! Adds the counts to those of the file, which appears if it is not there. Other processes wait meanwhile. The file
//! changes whole or not at all. False when it cannot be written: stderr says why, and that `variable` names the file.
bool add_to_file(const std::string& path, tracefile counts, const char* variable);

} // namespace cuda_emulator
