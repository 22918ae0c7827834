// An array in shared memory: each block copies its part of the data there, waits for all of it, and uses it.
//
// Source:  K, chapter 7, "Типы памяти. Разделяемая память", the fragment Kernel(float* data)
// Legacy:  legacy/memory/shared_copy.cu
// Changes: 1. an error code -> a refusal that is thrown; every call checked, memory freed by its owner  2. int ->
//          std::size_t, and no elements: nothing to do
// Note:    migration-notes/shared_memory_copy.md
// Domain:  n a multiple of BS: the lesson is the copy, and a bound would stand before each of its lines. Any other n
//          is refused before a launch
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdexcept>
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

    data[i] = a[BS - 1 - threadIdx.x];
}

// n elements, changed in place.
void shared_copy(float* h_data, std::size_t n)
{
    if (n % BS != 0) throw std::invalid_argument{"shared_copy: n is no multiple of BS, 256"};
    if (n < 1) return;
    unsigned blocks = grid_of(n, BS);

    device_memory<float> data;
    check(cudaMalloc(data.out(), n * sizeof(float)));
    check(cudaMemcpy(data, h_data, n * sizeof(float), cudaMemcpyHostToDevice));

    Kernel<<<blocks, BS>>>(data);
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
