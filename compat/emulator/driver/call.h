// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every entry point of the driver API needs: its results are not the runtime's last error.
#pragma once

#include "runtime/context.h"

#include <cuda.h>

namespace cuda_emulator {

//! The driver's name for an error of the runtime.
CUresult driver_result(cudaError_t);

//! Calls functions of the runtime and leaves its last error as it was.
template <class Function>
CUresult call_runtime(Function function)
{
    const cudaError_t before = last_error;
    const cudaError_t e = function();
    last_error = before;
    return driver_result(e);
}

} // namespace cuda_emulator
