// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuPrintf over the device's printf, for cuPrintf.cuh.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_CU_PRINTF_H
#define CUDA_LEGACY_SHIMS_DETAIL_CU_PRINTF_H

#include <stdio.h>

#include <cuda_runtime.h>

//! Any block or any thread, for cuPrintfRestrict.
#define CUPRINTF_UNRESTRICTED -1

static __device__ int cuda_legacy_printf_thread = CUPRINTF_UNRESTRICTED;
static __device__ int cuda_legacy_printf_block = CUPRINTF_UNRESTRICTED;

//! Prints as printf does.
//! \return the result of printf; 0 in a thread that cuPrintfRestrict excludes
template <class... _Arguments>
static __device__ inline int cuPrintf(const char* __fmt, _Arguments... __arguments)
{
    const int __block_shape = static_cast<int>(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));
    const int __thread_id = static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
    const int __one_thread = cuda_legacy_printf_thread, __one_block = cuda_legacy_printf_block;
    if (__one_thread != CUPRINTF_UNRESTRICTED && __one_thread != __thread_id) return 0;
    if (__one_block != CUPRINTF_UNRESTRICTED && __one_block != __block_shape) return 0;
    return printf(__fmt, __arguments...);
}

//! Restricts cuPrintf to one thread of one block, from this call on. A device function.
template <int = 0>
static __device__ inline void cuPrintfRestrict(int __threadid, int __blockid)
{
    cuda_legacy_printf_thread = __threadid;
    cuda_legacy_printf_block = __blockid;
}

//! Does nothing: the device's printf has its own buffer.
static inline cudaError_t cudaPrintfInit(size_t __bufferLen = 1048576)
{
    (void)__bufferLen;
    return cudaSuccess;
}

//! Does nothing: the buffer belongs to the runtime.
static inline void cudaPrintfEnd(void) {}

//! Waits for the device, which writes its text to stdout.
static inline cudaError_t cudaPrintfDisplay(void* __outputFP = NULL, bool showThreadID = false)
{
    (void)__outputFP, (void)showThreadID;
    const cudaError_t error = cudaDeviceSynchronize();
    fflush(stdout);
    return error;
}

#endif
