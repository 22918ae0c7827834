// Shared memory whose size is given at the launch, here for two arrays of one tile's length.
//
// Source:  K, chapter 7, "Типы памяти. Разделяемая память", the launch of
//          myKernelFunc(float *param1, int *param2)
// Legacy:  legacy/memory/dynamic_shared.cu
// Changes: 1. more than 48 KB of shared memory: cudaFuncSetAttribute  2. a tile is no block any more: its threads take
//          turns  3. an error code -> a refusal that is thrown; every call checked, memory freed by its
//          owner  4. int -> std::size_t, and no elements: nothing to do
// Note:    migration-notes/dynamic_shared_memory.md, migration-notes/shared_memory_copy.md
// Domain:  n a multiple of tile, and a tile that the device's shared memory holds: the lesson is the launch. Any other
//          n is refused before a launch
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <climits>
#include <stdexcept>
#include <stdio.h>

#include "../support/cuda.hpp"   // check(), and the owner device_memory
#include "../support/launch.hpp" // grid_of()

__global__ void myKernelFunc(float *param1, int *param2, unsigned tile)
{
    extern __shared__ float shared[];
    float *s1 = shared;
    int *s2 = (int *)&shared[tile];

    std::size_t begin = std::size_t{blockIdx.x} * tile;
    unsigned i = threadIdx.x;
    do {
        s1[i] = param1[begin + i];
        s2[i] = param2[begin + i];
    } while ((i += blockDim.x) < tile);

    __syncthreads();

    i = threadIdx.x;
    do {
        param1[begin + i] = s1[tile - 1 - i];
        param2[begin + i] = s2[tile - 1 - i];
    } while ((i += blockDim.x) < tile);
}

// n elements of each, changed in place, in tiles.
void dynamic_shared(float *h_param1, int *h_param2, std::size_t n, std::size_t tile)
{
    if (tile < 1 || n % tile != 0) throw std::invalid_argument{"dynamic_shared: n is no multiple of a tile"};
    if (n < 1) return;
    unsigned blocks = grid_of(n, tile);

    // Needed above 48 KB, up to cudaDevAttrMaxSharedMemoryPerBlockOptin, and asked for any size.
    size_t sharedMemSize = tile * (sizeof(float) + sizeof(int));
    check(cudaFuncSetAttribute(myKernelFunc, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               (int)std::min<size_t>(sharedMemSize, INT_MAX)));

    device_memory<float> param1;
    device_memory<int> param2;
    check(cudaMalloc(param1.out(), n * sizeof(float)));
    check(cudaMalloc(param2.out(), n * sizeof(int)));
    check(cudaMemcpy(param1, h_param1, n * sizeof(float), cudaMemcpyHostToDevice));
    check(cudaMemcpy(param2, h_param2, n * sizeof(int), cudaMemcpyHostToDevice));

    // A thread for about every two elements, at most 1024 threads; a short tile has one for each element.
    unsigned threads = (unsigned)std::min(tile, std::clamp<std::size_t>(tile / 2, 32, 1024));
    myKernelFunc<<<blocks, threads, sharedMemSize>>>(param1, param2, (unsigned)tile);
    check(cudaGetLastError());

    check(cudaMemcpy(h_param1, param1, n * sizeof(float), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_param2, param2, n * sizeof(int), cudaMemcpyDeviceToHost));
}

int main()
try {
    const int n = 1024, threads = 256;
    float param1[n];
    int param2[n];
    for (int i = 0; i < n; i++) {
        param1[i] = 0.5f * i;
        param2[i] = i;
    }

    dynamic_shared(param1, param2, n, threads);

    for (int i = 0; i < n; i += threads)
        printf("block %d: %g .. %g, %d .. %d\n", i / threads, param1[i], param1[i + threads - 1],
               param2[i], param2[i + threads - 1]);
} catch (const std::exception& error) {
    return failed(error);
}
