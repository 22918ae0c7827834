// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts even numbers in a __device__ variable: one for the whole program. Built through compat.
#include <stdio.h>

__device__ int even;

__global__ void count_even(const int* numbers, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && numbers[i] % 2 == 0) atomicAdd(&even, 1);
}

int even_numbers(const int* d_numbers, int n)
{
    int result = 0;
    cudaMemcpyToSymbol(even, &result, sizeof(int));
    count_even<<<(n + 255) / 256, 256>>>(d_numbers, n);
    cudaMemcpyFromSymbol(&result, even, sizeof(int));
    return result;
}

int main()
{
    const int n = 1001;
    int h_numbers[n], *d_numbers;
    for (int i = 0; i < n; i++)
        h_numbers[i] = i;
    cudaMalloc((void**)&d_numbers, sizeof(h_numbers));
    cudaMemcpy(d_numbers, h_numbers, sizeof(h_numbers), cudaMemcpyHostToDevice);
    printf("%d, again %d\n", even_numbers(d_numbers, n), even_numbers(d_numbers, n));
    cudaFree(d_numbers);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
