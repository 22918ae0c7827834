// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds squares: the device leaves a sum for each block, and the CPU adds those. Built through compat.
#include <stdio.h>

const int BLOCKS = 32, THREADS = 128;

__global__ void squares_of_blocks(const int* numbers, int n, int* sums)
{
    __shared__ int shared[THREADS];
    shared[threadIdx.x] = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += BLOCKS * THREADS)
        shared[threadIdx.x] += numbers[i] * numbers[i];
    for (int offset = THREADS / 2; offset > 0; offset /= 2) {
        __syncthreads();
        if (threadIdx.x < offset) shared[threadIdx.x] += shared[threadIdx.x + offset];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = shared[0];
}

long long sum_of_squares(const int* d_numbers, int n)
{
    int sums[BLOCKS], *d_sums;
    cudaMalloc((void**)&d_sums, sizeof(sums));
    squares_of_blocks<<<BLOCKS, THREADS>>>(d_numbers, n, d_sums);
    cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);
    cudaFree(d_sums);
    long long sum = 0;
    for (int i = 0; i < BLOCKS; i++)
        sum += sums[i];
    return sum;
}

int main()
{
    const int n = 100000;
    int *h_numbers = new int[n], *d_numbers;
    for (int i = 0; i < n; i++)
        h_numbers[i] = i % 10;
    cudaMalloc((void**)&d_numbers, n * sizeof(int));
    cudaMemcpy(d_numbers, h_numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    printf("sum of squares: %lld\n", sum_of_squares(d_numbers, n));
    cudaFree(d_numbers);
    delete[] h_numbers;
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
