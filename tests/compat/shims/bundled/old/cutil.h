/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program's own cutil.h with the usual content of such copies: checks in macros, cudaThreadSynchronize, a loop
   over the devices. */
#ifndef _CUTIL_H_
#define _CUTIL_H_
#define BUNDLED_CUTIL 1

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };

#define CUDA_SAFE_CALL(call)                                                                                           \
    {                                                                                                                  \
        cudaError err = call;                                                                                          \
        if (err != cudaSuccess) {                                                                                      \
            fprintf(stderr, "%s:%i: %s\n", __FILE__, __LINE__, cudaGetErrorString(err));                               \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
        cudaThreadSynchronize();                                                                                       \
    }

#define CUT_DEVICE_INIT()                                                                                              \
    {                                                                                                                  \
        int count, device;                                                                                             \
        cudaDeviceProp properties;                                                                                     \
        CUDA_SAFE_CALL(cudaGetDeviceCount(&count));                                                                    \
        for (device = 0; device < count; device++) {                                                                   \
            CUDA_SAFE_CALL(cudaGetDeviceProperties(&properties, device));                                              \
            if (properties.major < 9999 && properties.computeMode != cudaComputeModeProhibited) break;                 \
        }                                                                                                              \
        CUDA_SAFE_CALL(cudaSetDevice(device));                                                                         \
    }

static inline enum CUTBoolean cutCreateTimer(unsigned int* name)
{
    *name = 1;
    return CUTTrue;
}
#endif
