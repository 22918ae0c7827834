// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges for a profiler's timeline, with version 3 of NVTX: headers alone, no library.
#include <nvtx3/nvToolsExt.h>

#include <cstdio>

__global__ void increment(int* value) { ++*value; }

int main()
{
    int *d_value, value = 41;
    nvtxRangePushA("copy");
    cudaMalloc(&d_value, sizeof value);
    cudaMemcpy(d_value, &value, sizeof value, cudaMemcpyHostToDevice);
    nvtxRangePop();
    nvtxRangePushA("kernel");
    increment<<<1, 1>>>(d_value);
    cudaDeviceSynchronize();
    nvtxRangePop();
    cudaMemcpy(&value, d_value, sizeof value, cudaMemcpyDeviceToHost);
    std::printf("%d\n", value);
    return cudaFree(d_value);
}
