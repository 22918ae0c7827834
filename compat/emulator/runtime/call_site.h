// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the program's call that is running, for messages.
#pragma once

#include <string>

namespace cuda_emulator {

struct call_site {
    std::string call;  //!< "cudaMalloc"
    std::string place; //!< "./program+0x1a2b", for addr2line -e
};

//! Returns the call through which the program entered this library. The function is slow, because it walks the stack.
call_site current_call();

} // namespace cuda_emulator
