// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the checks found: printed on stderr as it happens, and counted for the exit status.
#pragma once

#include <string>

namespace cuda_emulator {

void add_finding(const std::string& text);
//! A finding that is told once: `key` says what makes it distinct (kernel and lines, but not block and thread).
void add_finding(const std::string& key, const std::string& text);
unsigned finding_count();

} // namespace cuda_emulator
