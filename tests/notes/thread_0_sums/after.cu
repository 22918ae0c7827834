// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds squares: CUB adds each block's, and an atomic addition brings the blocks together.
#include <cstdio>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>

const int THREADS = 256;

__global__ void sum_squares(const int* numbers, int n, long long* total)
{
    using BlockReduce = cub::BlockReduce<long long, THREADS>;
    __shared__ BlockReduce::TempStorage shared;

    long long sum = 0;
    for (long long i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
        sum += (long long)numbers[i] * numbers[i];

    sum = BlockReduce(shared).Sum(sum); // the barriers are in it; thread 0 has the sum
    if (threadIdx.x == 0)
        cuda::atomic_ref<long long, cuda::thread_scope_device>(*total).fetch_add(sum, cuda::memory_order_relaxed);
}

long long sum_of_squares(const int* d_numbers, int n)
{
    int device, multiprocessors, blocks;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum_squares, THREADS, 0);

    long long sum = 0, *d_sum;
    cudaMalloc(&d_sum, sizeof(sum));
    cudaMemset(d_sum, 0, sizeof(sum));
    sum_squares<<<blocks * multiprocessors, THREADS>>>(d_numbers, n, d_sum);
    cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost); // waits for the kernel
    cudaFree(d_sum);
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
