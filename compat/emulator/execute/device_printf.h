// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of a printf() in a kernel.
#pragma once

#include <string>

namespace cuda_emulator {

//! Formats as printf does, and counts the arguments that the format uses. The arguments are packed as device varargs:
//! int in 4 bytes, any other type in 8, aligned. If `arguments` is null, all are 0.
std::string format_text(const char* format, const char* arguments, int& count);

} // namespace cuda_emulator
