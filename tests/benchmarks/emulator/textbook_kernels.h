// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two kernels that both benchmarks time, and how they call the runtime.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        const cudaError_t error = (call);                                                                              \
        if (error != cudaSuccess) {                                                                                    \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                                        \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

namespace {

constexpr int tile = 16;

// The textbook's matrix product: a tile of each factor in shared memory.
__global__ void tiled(const float* a, const float* b, float* c, int n)
{
    __shared__ float as[tile][tile], bs[tile][tile];
    const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int m = 0; m < n / tile; ++m) {
        as[threadIdx.y][threadIdx.x] = a[row * n + m * tile + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(m * tile + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < tile; ++k)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// The textbook's sum: each thread adds up its share, a block folds its threads' sums and adds its own to the total.
__global__ void sum_of_squares(const int* in, int n, int* total)
{
    __shared__ int partial[256];
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i] * in[i];
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(total, partial[0]);
}

} // namespace
