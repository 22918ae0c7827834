// A number in constant memory, added to the sum of two vectors by a single block.
//
// Source:  K, chapter 8, "Константная память", addKernel
// Modern:  modern/memory/constant_add.cu
// Note:    migration-notes/constant_memory_symbols.md, migration-notes/single_block_launch.md
// Domain:  1 <= size <= 1024; the sums of a and b, and those with r, from -2^31 to 2^31 - 1 (sums are not looked at:
//          that would be the kernel's work done again on the host, and one that wraps round harms no memory)
// Defects: kept: one block of `size` threads, so no more than 1024 elements. Not shown there, so ours: the host code
//          around the copy and the launch, and what is printed
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

__constant__ int add;

__global__ void addKernel(int *c, const int *a, const int *b)
{
    int i = threadIdx.x;
    c[i] = a[i] + b[i] + add;
}

cudaError_t constant_add(int *c, const int *a, const int *b, int r, int size)
{
    if (size < 1) return cudaErrorInvalidValue;
    if (size > 1024) return cudaErrorInvalidConfiguration; // more than a block holds
    int *dev_a = NULL, *dev_b = NULL, *dev_c = NULL;
    cudaMalloc((void **)&dev_a, size * sizeof(int));
    cudaMalloc((void **)&dev_b, size * sizeof(int));
    cudaMalloc((void **)&dev_c, size * sizeof(int));
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        cudaFree(dev_a);
        cudaFree(dev_b);
        cudaFree(dev_c);
        return err;
    }
    cudaMemcpy(dev_a, a, size * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, size * sizeof(int), cudaMemcpyHostToDevice);

    cudaMemcpyToSymbol(add, &r, sizeof(int), 0, cudaMemcpyHostToDevice);
    addKernel<<<1, size>>>(dev_c, dev_a, dev_b);

    cudaMemcpy(c, dev_c, size * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_c);
    return cudaGetLastError();
}

int main()
{
    const int size = 5;
    const int a[size] = {1, 2, 3, 4, 5};
    const int b[size] = {10, 20, 30, 40, 50};
    int c[size] = {0};
    int r = 2;

    cudaError_t err = constant_add(c, a, b, r, size);
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }

    for (int i = 0; i < size; i++)
        printf("%d + %d + %d = %d\n", a[i], b[i], r, c[i]);
    return 0;
}
