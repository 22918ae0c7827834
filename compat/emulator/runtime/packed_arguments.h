// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel arguments in one contiguous buffer: the `extra` parameter of launches and kernel nodes.
#pragma once

#include "runtime/context.h"

#include <cuda.h>

namespace cuda_emulator {

class packed_arguments {
public:
    //! A null `extra` means no packed arguments.
    packed_arguments(kernel&, void** extra);
    //! Tests whether the buffer holds all parameters. A kernel that cannot be decoded passes, because its launch
    //! reports the error.
    bool good() const { return good_; }
    //! Returns the address of each argument.
    void** arguments() { return arguments_.data(); }

private:
    bool good_ = false;
    std::vector<void*> arguments_;
};

} // namespace cuda_emulator
