/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Thread management, which CUDA 4.0 renamed to device management and CUDA 13.0 removed.
//!
//! Each function does what the device management function of the same meaning does, and returns its errors; CUDA 11.8
//! answers the same (tests/oracle/thread_management.cu). Note: migration-notes/thread_management.md.
#ifndef CUDA_LEGACY_THREAD_MANAGEMENT_H
#define CUDA_LEGACY_THREAD_MANAGEMENT_H

#include <cuda_runtime_api.h>

#include "detail/language.h"

//! Waits until the device has done all preceding work. Now: cudaDeviceSynchronize, or better a stream's or an event's
//! synchronisation.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }

//! Destroys all allocations and resets the device for this process (not for this thread). Now: cudaDeviceReset.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadExit(void) { return cudaDeviceReset(); }

//! Sets a limit of the device, in the limit's unit (bytes for stack and heap). Now: cudaDeviceSetLimit.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}

//! Reads a limit of the device into *value. Now: cudaDeviceGetLimit.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadGetLimit(size_t* value, enum cudaLimit limit)
{
    return cudaDeviceGetLimit(value, limit);
}

//! Reads the preferred split between L1 and shared memory into *config. Now: cudaDeviceGetCacheConfig.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadGetCacheConfig(enum cudaFuncCache* config)
{
    return cudaDeviceGetCacheConfig(config);
}

//! Sets the preferred split between L1 and shared memory. Now: cudaDeviceSetCacheConfig.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaThreadSetCacheConfig(enum cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}

// Names, not functions: CUDA 12 still declares the originals, as deprecated.
#define cudaThreadSynchronize cuda_legacy_cudaThreadSynchronize
#define cudaThreadExit cuda_legacy_cudaThreadExit
#define cudaThreadSetLimit cuda_legacy_cudaThreadSetLimit
#define cudaThreadGetLimit cuda_legacy_cudaThreadGetLimit
#define cudaThreadGetCacheConfig cuda_legacy_cudaThreadGetCacheConfig
#define cudaThreadSetCacheConfig cuda_legacy_cudaThreadSetCacheConfig

#endif
