// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dot product of vectors in global memory: one copy of each, one launch.
#include <cstdio>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>

const int THREADS = 256;

__global__ void add_products(const double* __restrict__ a, const double* __restrict__ b, double* total, size_t n)
{
    using BlockReduce = cub::BlockReduce<double, THREADS>;
    __shared__ BlockReduce::TempStorage shared;

    double sum = 0;
    for (size_t i = size_t(blockIdx.x) * THREADS + threadIdx.x; i < n; i += size_t(gridDim.x) * THREADS)
        sum += a[i] * b[i]; // the threads of a warp read neighbours

    sum = BlockReduce(shared).Sum(sum);
    if (threadIdx.x == 0)
        cuda::atomic_ref<double, cuda::thread_scope_device>(*total).fetch_add(sum, cuda::memory_order_relaxed);
}

double dot(const double* h_a, const double* h_b, size_t n)
{
    int device, multiprocessors, blocks;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add_products, THREADS, 0);

    double sum = 0, *d_a, *d_b, *d_sum;
    cudaMalloc(&d_a, n * sizeof(double));
    cudaMalloc(&d_b, n * sizeof(double));
    cudaMalloc(&d_sum, sizeof(double));
    cudaMemcpy(d_a, h_a, n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, h_b, n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemset(d_sum, 0, sizeof(double));

    add_products<<<blocks * multiprocessors, THREADS>>>(d_a, d_b, d_sum, n);

    cudaMemcpy(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost); // waits for the kernel
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_sum);
    return sum;
}

int main()
{
    const int n = 10000;
    double *h_a = new double[n], *h_b = new double[n];
    for (int i = 0; i < n; i++) {
        h_a[i] = i % 11;
        h_b[i] = i % 13;
    }
    printf("%.17g\n", dot(h_a, h_b, n));
    delete[] h_a;
    delete[] h_b;
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
