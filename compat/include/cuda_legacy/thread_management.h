/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Thread management: cudaThreadSynchronize and its family. CUDA 4.0 renamed it to device management, and CUDA 13.0
//! removed it.
//!
//! Each function calls the device management function of the same meaning and returns its errors. CUDA 11.8 returns the
//! same errors (tests/oracle/thread_management.cu).
//!
//! Note: migration-notes/thread_management.md.
#ifndef CUDA_LEGACY_THREAD_MANAGEMENT_H
#define CUDA_LEGACY_THREAD_MANAGEMENT_H

#include <cuda_runtime_api.h>

#include "detail/language.h"

//! Waits until the device has completed all preceding work.
//!
//! \return cudaSuccess, or the error of an earlier asynchronous operation
//!
//! Difference: none.
//! Now: cudaDeviceSynchronize, or cudaStreamSynchronize where one stream is enough.
//!
//! \code{.cu}
//! __global__ void step(float* state) { state[threadIdx.x] += 1; }
//!
//! cudaError_t advance(float* state)
//! {
//!     step<<<1, 256>>>(state);
//!     return cudaThreadSynchronize();
//! }
//! \endcode
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }

//! Destroys all allocations and resets the current device for the whole process, not only for the calling thread.
//!
//! \return the errors of cudaDeviceReset
//!
//! Difference: none.
//! Now: cudaDeviceReset.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadExit(void) { return cudaDeviceReset(); }

//! Sets a limit of the current device.
//!
//! \param limit the limit
//! \param value the new value: bytes for the stack and the heap
//! \return the errors of cudaDeviceSetLimit
//!
//! Difference: none.
//! Now: cudaDeviceSetLimit.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}

//! Gives a limit of the current device.
//!
//! \param value receives the value: bytes for the stack and the heap
//! \param limit the limit
//! \return the errors of cudaDeviceGetLimit
//!
//! Difference: none.
//! Now: cudaDeviceGetLimit.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadGetLimit(size_t* value, enum cudaLimit limit)
{
    return cudaDeviceGetLimit(value, limit);
}

//! Gives the preferred split between L1 cache and shared memory.
//!
//! \param config receives the preference
//! \return the errors of cudaDeviceGetCacheConfig
//!
//! Difference: none.
//! Now: cudaDeviceGetCacheConfig.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadGetCacheConfig(enum cudaFuncCache* config)
{
    return cudaDeviceGetCacheConfig(config);
}

//! Sets the preferred split between L1 cache and shared memory.
//!
//! \param config the preference
//! \return the errors of cudaDeviceSetCacheConfig
//!
//! Difference: none.
//! Now: cudaDeviceSetCacheConfig.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadSetCacheConfig(enum cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}

// The names are macros, because CUDA 12 still declares the original functions as deprecated.
#define cudaThreadSynchronize cuda_legacy_cudaThreadSynchronize
#define cudaThreadExit cuda_legacy_cudaThreadExit
#define cudaThreadSetLimit cuda_legacy_cudaThreadSetLimit
#define cudaThreadGetLimit cuda_legacy_cudaThreadGetLimit
#define cudaThreadGetCacheConfig cuda_legacy_cudaThreadGetCacheConfig
#define cudaThreadSetCacheConfig cuda_legacy_cudaThreadSetCacheConfig

#endif
