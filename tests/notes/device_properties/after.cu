// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks for one attribute after the other.
#include <stdio.h>

int main()
{
    int clock = 0, memory_clock = 0, engines = 0, timeout = 0, mode = 0, texels = 0, ratio = 0;
    cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0);              // kHz
    cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, 0); // kHz
    cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, 0);
    int overlap = engines > 0;
    cudaDeviceGetAttribute(&timeout, cudaDevAttrKernelExecTimeout, 0);
    cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0);
    // The old number; for one type of texel ask cudaDeviceGetTexture1DLinearMaxWidth
    cudaDeviceGetAttribute(&texels, cudaDevAttrMaxTexture1DLinearWidth, 0);
    cudaDeviceGetAttribute(&ratio, cudaDevAttrSingleToDoublePrecisionPerfRatio, 0);
    if (cudaGetLastError() != cudaSuccess) return 1;

    printf("%d kHz, memory %d kHz, overlap %d, timeout %d\n", clock, memory_clock, overlap, timeout);
    printf("mode %d, texels %d, ratio %d\n", mode, texels, ratio);
    return 0;
}
