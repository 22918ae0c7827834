// An array in shared memory: each block copies its part of the data there, waits for all of it, and uses it.
//
// Source:  K, chapter 7, "Типы памяти. Разделяемая память", the fragment Kernel(float* data)
// Legacy:  legacy/memory/shared_copy.cu
// Changes: 1. bounds: any n, the last block turns round what it has  2. every call checked, memory freed by its owner
//          3. int -> std::size_t
// Note:    migration-notes/shared_memory_copy.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>

#include "../support/cuda.hpp"   // check(), and the owner device_memory
#include "../support/launch.hpp" // grid_of()

#define BS 256 // block size

__global__ void Kernel(float* data, std::size_t n)
{
    __shared__ float a[BS];
    std::size_t begin = std::size_t{blockIdx.x} * BS, i = begin + threadIdx.x;
    std::size_t count = n - begin < BS ? n - begin : BS;
    if (i < n) a[threadIdx.x] = data[i];

    __syncthreads();

    if (i < n) data[i] = a[count - 1 - threadIdx.x];
}

// n elements, changed in place.
void shared_copy(float* h_data, std::size_t n)
{
    if (n < 1) return;

    device_memory<float> data;
    check(cudaMalloc(data.out(), n * sizeof(float)));
    check(cudaMemcpy(data, h_data, n * sizeof(float), cudaMemcpyHostToDevice));

    Kernel<<<grid_of(n, BS), BS>>>(data, n);
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
