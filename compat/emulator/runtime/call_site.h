// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which call of the program is running, for what is told of it.
#pragma once

#include <string>

namespace cuda_emulator {

struct call_site {
    std::string call;  //!< "cudaMalloc"
    std::string place; //!< "./program+0x1a2b", for addr2line -e
};

//! Of the call through which the program came into this library. Slow: it walks the stack.
call_site current_call();

} // namespace cuda_emulator
