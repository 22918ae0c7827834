// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The old names do the work of device management. After cudaThreadExit, the device is as it was at the start.
#include <cuda_legacy/thread_management.h>

#include "check.h"

__device__ int value = 5;

__global__ void change() { value = 7; }

static int value_now()
{
    int now = -1;
    CHECK(cudaMemcpyFromSymbol(&now, value, sizeof now) == cudaSuccess);
    return now;
}

int main()
{
    size_t stack = 0;
    cudaFuncCache config;
    CHECK(cudaThreadSetLimit(cudaLimitStackSize, 4096) == cudaSuccess);
    CHECK(cudaThreadGetLimit(&stack, cudaLimitStackSize) == cudaSuccess && stack == 4096);
    CHECK(cudaThreadSetCacheConfig(cudaFuncCachePreferNone) == cudaSuccess);
    CHECK(cudaThreadGetCacheConfig(&config) == cudaSuccess && config == cudaFuncCachePreferNone);
    change<<<1, 1>>>();
    CHECK(cudaThreadSynchronize() == cudaSuccess);
    CHECK(value_now() == 7);
    CHECK(cudaThreadExit() == cudaSuccess);
    CHECK(value_now() == 5);
    return failures;
}
