// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program's own cutil_inline.h: checks as functions whose names begin with two underscores, and the fastest device.
#ifndef _CUTIL_INLINE_H_
#define _CUTIL_INLINE_H_
#define BUNDLED_CUTIL_INLINE 1

#include <cuda.h>
#include <cutil.h>

#define cutilSafeCall(err) __cudaSafeCall(err, __FILE__, __LINE__)
#define cutilExit(argc, argv) __cutilExit(argc, argv)

inline void __cudaSafeCall(cudaError err, const char* file, const int line)
{
    if (cudaSuccess != err) {
        fprintf(stderr, "%s(%i) : %s.\n", file, line, cudaGetErrorString(err));
        exit(-1);
    }
}

inline void __cutilExit(int, char**)
{
    cudaThreadExit();
    exit(EXIT_SUCCESS);
}

inline int cutGetMaxGflopsDeviceId()
{
    int count = 0, best = 0, most = 0;
    cudaGetDeviceCount(&count);
    cudaDeviceProp deviceProp;
    for (int i = 0; i < count; i++) {
        cutilSafeCall(cudaGetDeviceProperties(&deviceProp, i));
        const int speed = deviceProp.multiProcessorCount * deviceProp.clockRate;
        if (speed > most && deviceProp.deviceOverlap >= 0 && deviceProp.kernelExecTimeoutEnabled >= 0)
            most = speed, best = i;
    }
    return best;
}
#endif
