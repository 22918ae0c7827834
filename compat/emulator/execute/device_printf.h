// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of a printf() in a kernel.
#pragma once

#include <string>

namespace cuda_emulator {

struct printed_text {
    std::string text;
    int count = 0;       //!< arguments that the format uses
    std::string unknown; //!< the first specification that CUDA's printf does not have, or empty
};

//! Formats as the host's printf does, also what CUDA's printf does not have. The arguments are packed as device
//! varargs: int in 4 bytes, any other type in 8, aligned. If `arguments` is null, all are 0.
printed_text format_text(const char* format, const char* arguments);

} // namespace cuda_emulator
