// Dot product of two vectors: the GPU multiplies, the CPU adds.
//
// Source:  L, "Osnovna različica skalarnega produkta", 04-dot-product-naive
// Modern:  modern/dot_product/naive.cu
// Note:    migration-notes/host_sums.md
// Domain:  64 <= n <= 2^30: a shorter vector makes a grid of no blocks, in a longer one the index overflows
// Defects: kept: the n products go through memory and are added by one thread of the CPU; an error inside ends the
//          process, with nothing freed, as checkCudaErrors and getLastCudaError do (compiled with
//          CUDA_LEGACY_CHECK_FAILED=throw, as for the tests, they throw it to the caller). Ours: that other n are
//          refused, for the document has 1024 alone
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

#include <cuda.h>
#include <cuda_runtime.h>

#include "helper_cuda.h"

// c[i] is the product of a[i] and b[i]
__global__ void dotProduct(const float *a, const float *b, float *c, const int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;

    while (tid < n)
    {
        c[tid] = a[tid] * b[tid];
        tid += gridDim.x * blockDim.x;
    }
}

// The middle of the document's main: the dot product of two host vectors of n elements.
cudaError_t naive(int n, const float *h_a, const float *h_b, float *result)
{
    if (n < 64 || n > 1 << 30) return cudaErrorInvalidValue;
    size_t datasize = sizeof(float) * n;

    float *h_c = (float *)malloc(datasize);
    if (!h_c) return cudaErrorMemoryAllocation;

    float *d_a;
    float *d_b;
    float *d_c;
    checkCudaErrors(cudaMalloc(&d_a, datasize));
    checkCudaErrors(cudaMalloc(&d_b, datasize));
    checkCudaErrors(cudaMalloc(&d_c, datasize));

    checkCudaErrors(cudaMemcpy(d_a, h_a, datasize, cudaMemcpyHostToDevice));
    checkCudaErrors(cudaMemcpy(d_b, h_b, datasize, cudaMemcpyHostToDevice));

    dim3 blockSize = 64;
    dim3 gridSize = n / blockSize.x;

    dotProduct<<<gridSize, blockSize>>>(d_a, d_b, d_c, n);
    getLastCudaError("dotProduct() execution failed\n");

    checkCudaErrors(cudaMemcpy(h_c, d_c, datasize, cudaMemcpyDeviceToHost));

    // The rest is the CPU's
    *result = 0.0;
    for (int i = 0; i < n; i++)
        *result += h_c[i];

    checkCudaErrors(cudaFree(d_a));
    checkCudaErrors(cudaFree(d_b));
    checkCudaErrors(cudaFree(d_c));
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
    checkCudaErrors(naive(n, h_a, h_b, &result));
    printf("Result = %.2f \n", result);

    free(h_a);
    free(h_b);

    return 0;
}
