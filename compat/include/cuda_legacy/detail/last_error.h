// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last error of calls that only these headers know to be wrong.
//
// The functions of the original left their errors for cudaGetLastError, and old programs check binds by it alone. The
// runtime has no function to set its last error. An error found here is therefore kept in a thread-local variable.
// cudaGetLastError and cudaPeekAtLastError read this variable if the runtime itself has no error.
#ifndef CUDA_LEGACY_DETAIL_LAST_ERROR_H
#define CUDA_LEGACY_DETAIL_LAST_ERROR_H

#include <cuda_runtime_api.h>

namespace cuda_legacy {
namespace __detail {

inline cudaError_t& __pending_error()
{
    static thread_local cudaError_t error = cudaSuccess;
    return error;
}

// Returns an error to the caller, and keeps it for cudaGetLastError.
inline cudaError_t __found(cudaError_t error)
{
    if (error != cudaSuccess) __pending_error() = error;
    return error;
}

inline cudaError_t __get_last_error()
{
    const cudaError_t __of_the_runtime = cudaGetLastError();
    const cudaError_t __ours = __pending_error();
    __pending_error() = cudaSuccess;
    return __of_the_runtime != cudaSuccess ? __of_the_runtime : __ours;
}

inline cudaError_t __peek_at_last_error()
{
    const cudaError_t __of_the_runtime = cudaPeekAtLastError();
    return __of_the_runtime != cudaSuccess ? __of_the_runtime : __pending_error();
}

} // namespace __detail
} // namespace cuda_legacy

#endif
