/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A CUDA array that is freed takes the objects with it that were made of it: its handle may name another array
   tomorrow. So cudaFreeArray and cudaFreeMipmappedArray are renamed by macros in every source, and tell. Host C sources
   know nothing of references; where the program has any, the C++ side has the function below. */
#ifndef CUDA_LEGACY_DETAIL_ARRAY_LIFETIME_H
#define CUDA_LEGACY_DETAIL_ARRAY_LIFETIME_H

#include <cuda_runtime_api.h>

#include "language.h"

#if defined(CUDA_LEGACY_DETAIL_CXX11)

    #include "bound_reference.h"

    #if !defined(_WIN32)
extern "C" CUDA_LEGACY_DETAIL_SHARED __attribute__((__used__)) inline void cuda_legacy_array_is_gone(const void* array)
{
    cuda_legacy::__detail::__array_is_gone(array);
}
    #endif

inline cudaError_t cuda_legacy_cudaFreeArray(cudaArray_t array)
{
    const cudaError_t error = cudaFreeArray(array);
    if (error == cudaSuccess && array) cuda_legacy::__detail::__array_is_gone(array);
    return error;
}

inline cudaError_t cuda_legacy_cudaFreeMipmappedArray(cudaMipmappedArray_t array)
{
    const cudaError_t error = cudaFreeMipmappedArray(array);
    if (error == cudaSuccess && array) cuda_legacy::__detail::__array_is_gone(array);
    return error;
}

    #define cudaFreeArray cuda_legacy_cudaFreeArray
    #define cudaFreeMipmappedArray cuda_legacy_cudaFreeMipmappedArray

#elif defined(__GNUC__) && !defined(_WIN32)

    #ifdef __cplusplus
extern "C"
    #else
extern
    #endif
    __attribute__((__weak__)) void
    cuda_legacy_array_is_gone(const void* array);

static __inline__ __attribute__((__unused__)) cudaError_t cuda_legacy_cudaFreeArray(cudaArray_t array)
{
    const cudaError_t error = cudaFreeArray(array);
    if (error == cudaSuccess && array && cuda_legacy_array_is_gone) cuda_legacy_array_is_gone(array);
    return error;
}

static __inline__ __attribute__((__unused__)) cudaError_t cuda_legacy_cudaFreeMipmappedArray(cudaMipmappedArray_t array)
{
    const cudaError_t error = cudaFreeMipmappedArray(array);
    if (error == cudaSuccess && array && cuda_legacy_array_is_gone) cuda_legacy_array_is_gone(array);
    return error;
}

    #define cudaFreeArray cuda_legacy_cudaFreeArray
    #define cudaFreeMipmappedArray cuda_legacy_cudaFreeMipmappedArray

#endif

#endif
