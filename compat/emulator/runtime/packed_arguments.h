// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments of a kernel that lie behind each other in one buffer: the `extra` of launches and of kernel nodes.
#pragma once

#include "runtime/context.h"

#include <cuda.h>

namespace cuda_emulator {

class packed_arguments {
public:
    //! `extra` may be null: then there are none.
    packed_arguments(kernel&, void** extra);
    //! Whether the buffer holds all that the kernel takes. A kernel that cannot be decoded fails at the launch.
    bool good() const { return good_; }
    //! Where each lies.
    void** arguments() { return arguments_.data(); }

private:
    bool good_ = false;
    std::vector<void*> arguments_;
};

} // namespace cuda_emulator
