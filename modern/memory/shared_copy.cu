// An array in shared memory: each block copies its part of the data there, waits for all of it, and uses it.
//
// Source:  K, chapter 7, "Типы памяти. Разделяемая память", the fragment Kernel(float* data)
// Legacy:  legacy/memory/shared_copy.cu
// Changes: 1. any n: what fills no block is a launch of its own, of a shorter block, and the kernel needs no bounds
//          2. every call checked, memory freed by its owner  3. int -> std::size_t
// Note:    migration-notes/shared_memory_copy.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>

#include "../support/cuda.hpp"   // check(), and the owner device_memory
#include "../support/launch.hpp" // grid_of()

#define BS 256 // block size

__global__ void Kernel(float* data)
{
    __shared__ float a[BS];
    std::size_t i = std::size_t{blockIdx.x} * BS + threadIdx.x;
    a[threadIdx.x] = data[i];

    __syncthreads();

    data[i] = a[blockDim.x - 1 - threadIdx.x];
}

// n elements, changed in place.
void shared_copy(float* h_data, std::size_t n)
{
    if (n < 1) return;

    device_memory<float> data;
    check(cudaMalloc(data.out(), n * sizeof(float)));
    check(cudaMemcpy(data, h_data, n * sizeof(float), cudaMemcpyHostToDevice));

    std::size_t rest = n % BS, whole = n - rest;
    if (whole > 0) Kernel<<<grid_of(whole, BS), BS>>>(data);
    check(cudaGetLastError());
    if (rest > 0) Kernel<<<1, rest>>>(data + whole);
    check(cudaGetLastError());

    check(cudaMemcpy(h_data, data, n * sizeof(float), cudaMemcpyDeviceToHost));
}

int main()
try {
    const int n = 4 * BS;
    float data[n];
    for (int i = 0; i < n; i++)
        data[i] = (float)i;

    shared_copy(data, n);

    for (int i = 0; i < n; i += BS)
        printf("block %d: %g .. %g\n", i / BS, data[i], data[i + BS - 1]);
} catch (const std::exception& error) {
    return failed(error);
}
