// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Profiles one kernel of two: the profiler's command line says what to count and where to write it.
#include <cuda_profiler_api.h>

#include <cstdio>

__global__ void increment(int* value) { ++*value; }

int main()
{
    int *d_value, value = 40;
    cudaMalloc(&d_value, sizeof value);
    cudaMemcpy(d_value, &value, sizeof value, cudaMemcpyHostToDevice);
    increment<<<1, 1>>>(d_value);

    cudaProfilerStart();
    increment<<<1, 1>>>(d_value);
    cudaDeviceSynchronize();
    cudaProfilerStop();

    cudaMemcpy(&value, d_value, sizeof value, cudaMemcpyDeviceToHost);
    std::printf("%d\n", value);
    return cudaFree(d_value);
}
