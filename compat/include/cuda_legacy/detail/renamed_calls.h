// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the runtime that must know of references. Macros rename them in every C++ source that includes a header
// of references. cudaGetLastError and cudaPeekAtLastError also report the errors found here. cudaDeviceReset,
// cudaFreeArray and cudaFreeMipmappedArray also end bindings. Captures are counted. references.h includes this header
// at its end, because the parts before it call the runtime's own functions.
//
// In device code cudaGetLastError and cudaPeekAtLastError are the device runtime's, as without these headers.
#ifndef CUDA_LEGACY_DETAIL_RENAMED_CALLS_H
#define CUDA_LEGACY_DETAIL_RENAMED_CALLS_H

#include <cuda_runtime_api.h>

#include "array_lifetime.h"
#include "bound_reference.h"
#include "capture.h"
#include "last_error.h"

#if defined(__CUDACC__)
    #define CUDA_LEGACY_DETAIL_HOST_DEVICE __host__ __device__
#else
    #define CUDA_LEGACY_DETAIL_HOST_DEVICE
#endif

CUDA_LEGACY_DETAIL_HOST_DEVICE inline cudaError_t cuda_legacy_cudaGetLastError()
{
#if defined(__CUDA_ARCH__)
    return cudaGetLastError();
#else
    return cuda_legacy::__detail::__get_last_error();
#endif
}

CUDA_LEGACY_DETAIL_HOST_DEVICE inline cudaError_t cuda_legacy_cudaPeekAtLastError()
{
#if defined(__CUDA_ARCH__)
    return cudaPeekAtLastError();
#else
    return cuda_legacy::__detail::__peek_at_last_error();
#endif
}

#undef CUDA_LEGACY_DETAIL_HOST_DEVICE

inline cudaError_t cuda_legacy_cudaDeviceReset()
{
    cuda_legacy::__detail::__device_is_reset();
    return cudaDeviceReset();
}

#define cudaGetLastError cuda_legacy_cudaGetLastError
#define cudaPeekAtLastError cuda_legacy_cudaPeekAtLastError
#define cudaDeviceReset cuda_legacy_cudaDeviceReset

#endif
