// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds squares: thread 0 adds what its block left in shared memory, and the CPU adds the blocks' sums. Built through
// compat.
#include <stdio.h>

#define BLOCKS 32
#define THREADS 256

__global__ void sum_squares(const int* numbers, int n, int* sums)
{
    extern __shared__ int shared[];
    shared[threadIdx.x] = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += BLOCKS * THREADS)
        shared[threadIdx.x] += numbers[i] * numbers[i];

    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < THREADS; i++)
            shared[0] += shared[i];
        sums[blockIdx.x] = shared[0];
    }
}

long long sum_of_squares(const int* d_numbers, int n)
{
    int sums[BLOCKS], *d_sums;
    cudaMalloc((void**)&d_sums, sizeof(sums));
    sum_squares<<<BLOCKS, THREADS, THREADS * sizeof(int)>>>(d_numbers, n, d_sums);
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
