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

//! "./program+0x1a2b": the file that holds the address, and the address that this file's tables name. Or "".
std::string place_of_code(const void* address);

//! While it lives, calls of this thread are said to stand at this address: the one of <<<>>>. The functions that nvcc
//! generates for a launch stand in no line of the program. Null changes nothing.
class launch_site {
public:
    explicit launch_site(const void* address);
    ~launch_site();
    launch_site(const launch_site&) = delete;

private:
    const void* outer_;
};

} // namespace cuda_emulator
