// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier among all blocks, made by hand: it works where the device holds all blocks at once. The defect is a grid
// that it cannot hold. Other programs whose blocks wait for each other have no limit.
//
// The first argument chooses the case, a second one its defect.
#include "defect.h"

#include <cstring>

__device__ unsigned arrived;
__device__ int taken;

__global__ void barrier_by_hand(float* data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] += 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x) {}
        __threadfence();
    }
    __syncthreads();
    data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
// A block waits for the last one.
__global__ void waits_for_the_last(volatile float* data)
{
    if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) data[0] = 100;
    if (threadIdx.x == 0 && blockIdx.x + 1 != gridDim.x)
        while (data[0] != 100) {}
}
// Blocks wait for the previous one, or for a lock: always for a block that has begun.
__global__ void chain(float* data, volatile int* turn)
{
    if (threadIdx.x) return;
    while (*turn != blockIdx.x) {}
    __threadfence();
    data[0] += 1;
    __threadfence();
    *turn = blockIdx.x + 1;
}
__global__ void lock(float* data)
{
    if (threadIdx.x) return;
    while (atomicCAS(&taken, 0, 1) != 0) {}
    __threadfence();
    data[0] += 1;
    __threadfence();
    atomicExch(&taken, 0);
}

int main(int argc, char** argv)
{
    const char* const name = argc > 1 ? argv[1] : "";
    const bool broken = argc > 2;
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    constexpr int threads = 256;
    int each = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, barrier_by_hand, threads, 0);
    const int fit = each * p.multiProcessorCount, blocks = broken ? fit + 1 : fit;
    float* const data = numbers((fit + 1) * threads);
    int* turn;
    cudaMalloc(&turn, sizeof *turn);
    cudaMemset(turn, 0, sizeof *turn);
    if (std::strcmp(name, "by_hand") == 0) barrier_by_hand<<<blocks, threads>>>(data);
    if (std::strcmp(name, "last") == 0) waits_for_the_last<<<blocks, threads>>>(data);
    if (!broken) {
        chain<<<4 * fit, threads>>>(data, turn);
        lock<<<4 * fit, threads>>>(data);
    }
    return report();
}
