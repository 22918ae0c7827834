// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every entry point of the driver API needs: its results are not the runtime's last error.
#pragma once

#include "runtime/context.h"

#include <cuda.h>

namespace cuda_emulator {

//! The driver's name for an error of the runtime.
CUresult driver_result(cudaError_t);

//! What cuInit, or the runtime, has made possible: CUDA_ERROR_NOT_INITIALIZED before.
CUresult check_initialised();
void set_initialised();
//! … and what needs a context that is current in the thread.
CUresult check_current_context();

//! Calls functions of the runtime and leaves its last error as it was.
template <class Function>
CUresult call_without_context(Function function)
{
    const cudaError_t before = last_error;
    const bool nested = in_driver_call;
    in_driver_call = true;
    const cudaError_t e = function();
    in_driver_call = nested;
    last_error = before;
    return driver_result(e);
}
//! The same for calls that need cuInit alone.
template <class Function>
CUresult call_initialised(Function function)
{
    if (const CUresult e = check_initialised()) return e;
    return call_without_context(function);
}
//! The same for calls that need a context, too.
template <class Function>
CUresult call_runtime(Function function)
{
    if (const CUresult e = check_current_context()) return e;
    return call_without_context(function);
}

} // namespace cuda_emulator
