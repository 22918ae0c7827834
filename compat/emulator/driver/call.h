// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers of every driver entry point. A driver call leaves the runtime's last error unchanged.
#pragma once

#include "runtime/context.h"

#include <cuda.h>

namespace cuda_emulator {

//! Converts a runtime error to the driver's error.
CUresult driver_result(cudaError_t);

//! Returns CUDA_ERROR_NOT_INITIALIZED until cuInit or the runtime has initialised the driver.
CUresult check_initialised();
void set_initialised();
//! Checks that the driver is initialised and that a context is current in the calling thread.
CUresult check_current_context();

//! Calls runtime functions and restores the runtime's last error afterwards.
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
//! Works as call_without_context, for calls that need cuInit.
template <class Function>
CUresult call_initialised(Function function)
{
    if (const CUresult e = check_initialised()) return e;
    return call_without_context(function);
}
//! Works as call_without_context, for calls that need cuInit and a current context.
template <class Function>
CUresult call_runtime(Function function)
{
    if (const CUresult e = check_current_context()) return e;
    return call_without_context(function);
}

} // namespace cuda_emulator
