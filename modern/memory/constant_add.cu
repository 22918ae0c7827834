// A number, passed by value, added to the sum of two vectors by as many blocks as it takes.
//
// Source:  K, chapter 8, "Константная память", addKernel
// Legacy:  legacy/memory/constant_add.cu
// Changes: 1. __constant__ variable -> kernel parameter: each launch has its own  2. one block of `size` threads -> a
//          grid, and a bound  3. every call checked, memory freed by its owner  4. int -> std::size_t
// Note:    migration-notes/constant_memory_symbols.md, migration-notes/single_block_launch.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>

#include "../support/cuda.hpp"   // check(), and the owner device_memory
#include "../support/launch.hpp" // grid_of()

#define BLOCK 256

__global__ void addKernel(int *c, const int *a, const int *b, int add, std::size_t size)
{
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < size)
        c[i] = a[i] + b[i] + add;
}

void constant_add(int *c, const int *a, const int *b, int r, std::size_t size)
{
    if (size < 1) return;
    device_memory<int> dev_a, dev_b, dev_c;
    check(cudaMalloc(dev_a.out(), size * sizeof(int)));
    check(cudaMalloc(dev_b.out(), size * sizeof(int)));
    check(cudaMalloc(dev_c.out(), size * sizeof(int)));
    check(cudaMemcpy(dev_a, a, size * sizeof(int), cudaMemcpyHostToDevice));
    check(cudaMemcpy(dev_b, b, size * sizeof(int), cudaMemcpyHostToDevice));

    addKernel<<<grid_of(size, BLOCK), BLOCK>>>(dev_c, dev_a, dev_b, r, size);
    check(cudaGetLastError());

    check(cudaMemcpy(c, dev_c, size * sizeof(int), cudaMemcpyDeviceToHost));
}

int main()
try {
    const int size = 5;
    const int a[size] = {1, 2, 3, 4, 5};
    const int b[size] = {10, 20, 30, 40, 50};
    int c[size] = {0};
    int r = 2;

    constant_add(c, a, b, r, size);

    for (int i = 0; i < size; i++)
        printf("%d + %d + %d = %d\n", a[i], b[i], r, c[i]);
} catch (const std::exception& error) {
    return failed(error);
}
