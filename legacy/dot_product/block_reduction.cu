// Dot product of two vectors: each block adds its products in shared memory, the CPU adds the blocks' sums.
//
// Source:  L, "Optimizacija skalarnega produkta: skupni pomnilnik in redukcija", 05-dot-product-reduction, and
//          "Merjenje časa izvajanja s pomočjo dogodkov CUDA", 06-dot-product-reduction-profile
// Modern:  modern/dot_product/block_reduction.cu
// Note:    migration-notes/tree_reduction.md, migration-notes/host_sums.md
// Domain:  64 <= n <= 2^30: a shorter vector makes a grid of no blocks, in a longer one the index overflows
// Defects: kept: the tree is right for a BLOCK_SIZE that is a power of two, and for no other; the grid grows with n,
//          and with it the sum on the CPU; 0 blocks for n < 64; an error inside ends the process, with nothing freed,
//          as checkCudaErrors and getLastCudaError do (compiled with CUDA_LEGACY_CHECK_FAILED=throw, as for the tests,
//          they throw it to the caller). Ours: that other n are refused, for the document has 1024 alone
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

#include <cuda.h>
#include <cuda_runtime.h>

#include "helper_cuda.h"

#define BLOCK_SIZE 64

// c[i] is the sum of the products that block i has taken
__global__ void dotProduct(const float *a, const float *b, float *c, int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;

    __shared__ float buf[BLOCK_SIZE];

    buf[threadIdx.x] = 0;

    while (tid < n)
    {
        buf[threadIdx.x] += a[tid] * b[tid];
        tid += gridDim.x * blockDim.x;
    }

    __syncthreads();

    // Half as many threads add at each step
    int i = blockDim.x / 2;
    while (i != 0)
    {
        if (threadIdx.x < i)
        {
            buf[threadIdx.x] += buf[threadIdx.x + i];
        }
        i = i / 2;
        __syncthreads();
    }

    if (threadIdx.x == 0)
    {
        c[blockIdx.x] = buf[0];
    }
}

// The middle of the document's main: the dot product of two host vectors of n elements, and the kernel's milliseconds.
cudaError_t block_reduction(int n, const float *h_a, const float *h_b, float *result, float *milliseconds)
{
    if (n < BLOCK_SIZE || n > 1 << 30) return cudaErrorInvalidValue;
    dim3 blockSize = BLOCK_SIZE;
    dim3 gridSize = n / blockSize.x;

    size_t datasize = sizeof(float) * n;
    size_t partial_results_size = sizeof(float) * gridSize.x;

    float *h_c = (float *)malloc(partial_results_size);
    if (!h_c) return cudaErrorMemoryAllocation;

    float *d_a;
    float *d_b;
    float *d_c;
    checkCudaErrors(cudaMalloc(&d_a, datasize));
    checkCudaErrors(cudaMalloc(&d_b, datasize));
    checkCudaErrors(cudaMalloc(&d_c, partial_results_size));

    checkCudaErrors(cudaMemcpy(d_a, h_a, datasize, cudaMemcpyHostToDevice));
    checkCudaErrors(cudaMemcpy(d_b, h_b, datasize, cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);

    dotProduct<<<gridSize, blockSize>>>(d_a, d_b, d_c, n);
    cudaEventRecord(stop);
    getLastCudaError("dotProduct() execution failed\n");
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(milliseconds, start, stop);

    checkCudaErrors(cudaMemcpy(h_c, d_c, partial_results_size, cudaMemcpyDeviceToHost));

    // The rest is the CPU's
    *result = 0.0;
    for (int i = 0; i < gridSize.x; i++)
        *result += h_c[i];

    checkCudaErrors(cudaFree(d_a));
    checkCudaErrors(cudaFree(d_b));
    checkCudaErrors(cudaFree(d_c));
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    free(h_c);
    return cudaSuccess;
}

int main(int argc, char *argv[])
{
    int n = 1024;
    size_t datasize = sizeof(float) * n;

    float *h_a = (float *)malloc(datasize);
    float *h_b = (float *)malloc(datasize);

    for (int i = 0; i < n; i++)
    {
        h_a[i] = 1.0;
        h_b[i] = 1.0;
    }

    float result = 0.0;
    float milliseconds = 0;
    checkCudaErrors(block_reduction(n, h_a, h_b, &result, &milliseconds));
    printf("Kernel Execution time is: %0.3f milliseconds \n", milliseconds);
    printf("Result = %.2f \n", result);

    free(h_a);
    free(h_b);

    return 0;
}
