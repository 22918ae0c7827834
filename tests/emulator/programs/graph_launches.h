// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels, and the parameters of nodes that launch them, for programs that test graphs.
#pragma once

#include "expected_errors.h"
#include <cuda_runtime.h>

__global__ void add(int* p, int v) { *p += v; }
__global__ void __launch_bounds__(64) few(int* p, int v) { *p = blockDim.x + v; }

static int *device, *pinned, one = 1;

static bool not_supported(cudaError_t e) { return gives(e, cudaErrorNotSupported); }

static cudaKernelNodeParams launch_of(void* function, dim3 grid = 1, dim3 block = 1, unsigned shared = 0)
{
    static void* arguments[] = {&device, &one};
    cudaKernelNodeParams p = {};
    p.func = function;
    p.gridDim = grid;
    p.blockDim = block;
    p.sharedMemBytes = shared;
    p.kernelParams = arguments;
    return p;
}
static cudaGraph_t new_graph()
{
    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
    return g;
}
