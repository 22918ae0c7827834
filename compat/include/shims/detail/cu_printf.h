// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuPrintf over the device's printf, for cuPrintf.cuh.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_CU_PRINTF_H
#define CUDA_LEGACY_SHIMS_DETAIL_CU_PRINTF_H

#include <stdio.h>

#include <cuda_runtime.h>

//! For cuPrintfRestrict: any block, or any thread.
#define CUPRINTF_UNRESTRICTED -1

static __device__ int cuda_legacy_printf_thread = CUPRINTF_UNRESTRICTED;
static __device__ int cuda_legacy_printf_block = CUPRINTF_UNRESTRICTED;

//! Writes as printf does. \return what printf returns; 0 where cuPrintfRestrict leaves the thread out
template <class... Arguments>
static __device__ inline int cuPrintf(const char* fmt, Arguments... arguments)
{
    const int block = static_cast<int>(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));
    const int thread = static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
    const int one_thread = cuda_legacy_printf_thread, one_block = cuda_legacy_printf_block;
    if (one_thread != CUPRINTF_UNRESTRICTED && one_thread != thread) return 0;
    if (one_block != CUPRINTF_UNRESTRICTED && one_block != block) return 0;
    return printf(fmt, arguments...);
}

//! From now on cuPrintf writes in this thread of this block alone. In device code.
template <int = 0>
static __device__ inline void cuPrintfRestrict(int threadid, int blockid)
{
    cuda_legacy_printf_thread = threadid;
    cuda_legacy_printf_block = blockid;
}

//! Does nothing: the device's printf has a buffer.
static inline cudaError_t cudaPrintfInit(size_t bufferLen = 1048576)
{
    (void)bufferLen;
    return cudaSuccess;
}

//! Does nothing.
static inline void cudaPrintfEnd(void) {}

//! Waits for the device, and with it for its text on stdout.
static inline cudaError_t cudaPrintfDisplay(void* outputFP = NULL, bool showThreadID = false)
{
    (void)outputFP, (void)showThreadID;
    const cudaError_t error = cudaDeviceSynchronize();
    fflush(stdout);
    return error;
}

#endif
