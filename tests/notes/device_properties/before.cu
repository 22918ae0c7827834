// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the fields of cudaDeviceProp that CUDA 13 removed. Built through compat.
#include <stdio.h>

int main()
{
    cudaDeviceProp prop;
    if (cudaGetDeviceProperties(&prop, 0) != cudaSuccess) return 1;
    int clock = prop.clockRate;              // kHz
    int memory_clock = prop.memoryClockRate; // kHz
    int overlap = prop.deviceOverlap;
    int timeout = prop.kernelExecTimeoutEnabled;
    int mode = prop.computeMode;
    int texels = prop.maxTexture1DLinear;
    int ratio = prop.singleToDoublePrecisionPerfRatio;

    printf("%d kHz, memory %d kHz, overlap %d, timeout %d\n", clock, memory_clock, overlap, timeout);
    printf("mode %d, texels %d, ratio %d\n", mode, texels, ratio);
    return 0;
}
