// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of two parts, which both CMake files build: this one for g++, the other for nvcc.
#include <cstdio>
#include <cuda_runtime.h>

void square_all(int* d_numbers, int n);

int main()
{
    int h_numbers[100], *d_numbers;
    for (int i = 0; i < 100; i++)
        h_numbers[i] = i;
    cudaMalloc((void**)&d_numbers, sizeof h_numbers);
    cudaMemcpy(d_numbers, h_numbers, sizeof h_numbers, cudaMemcpyHostToDevice);
    square_all(d_numbers, 100);
    const cudaError_t error = cudaMemcpy(h_numbers, d_numbers, sizeof h_numbers, cudaMemcpyDeviceToHost);
    std::printf("%s: %d\n", cudaGetErrorName(error), h_numbers[99]);
    return cudaFree(d_numbers);
}
