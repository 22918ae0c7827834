// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cudaGetLastError says after a call that only these headers know to be wrong.
//
// The original's functions left their errors for cudaGetLastError, and old programs check binds by nothing else. The
// runtime offers no way to set its last error, so an error found here waits in a thread-local of its own, and
// cudaGetLastError and cudaPeekAtLastError look there when the runtime itself has nothing to tell.
#ifndef CUDA_LEGACY_DETAIL_LAST_ERROR_H
#define CUDA_LEGACY_DETAIL_LAST_ERROR_H

#include <cuda_runtime_api.h>

namespace cuda_legacy {
namespace detail {

inline cudaError_t& pending_error()
{
    static thread_local cudaError_t error = cudaSuccess;
    return error;
}

// Passes an error on to the caller, and leaves it for cudaGetLastError.
inline cudaError_t found(cudaError_t error)
{
    if (error != cudaSuccess) pending_error() = error;
    return error;
}

inline cudaError_t get_last_error()
{
    const cudaError_t of_the_runtime = cudaGetLastError();
    const cudaError_t ours = pending_error();
    pending_error() = cudaSuccess;
    return of_the_runtime != cudaSuccess ? of_the_runtime : ours;
}

inline cudaError_t peek_at_last_error()
{
    const cudaError_t of_the_runtime = cudaPeekAtLastError();
    return of_the_runtime != cudaSuccess ? of_the_runtime : pending_error();
}

} // namespace detail
} // namespace cuda_legacy

#endif
