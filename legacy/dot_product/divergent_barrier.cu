// Dot product of two vectors with the barrier inside of the branch: how not to do it.
//
// Source:  L, "2. Korak: Redukcija delnih vsot", 05-dot-product-reduction, the fragment that it warns of
// Modern:  modern/dot_product/divergent_barrier.cu
// Note:    migration-notes/divergent_barrier.md, migration-notes/host_sums.md, migration-notes/tree_reduction.md
// Domain:  none: it may hang a GPU, so it is never launched on one; the emulated device runs it and reports it
// Defects: kept: not every thread reaches __syncthreads, which is undefined; an error inside ends the process, with
//          nothing freed, as checkCudaErrors and getLastCudaError do (compiled with CUDA_LEGACY_CHECK_FAILED=throw, as
//          for the tests, they throw it to the caller). The document shows the fragment alone: the kernel around it and
//          the host code are those of its right version, the refusal is ours
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>
#include <cuda_runtime.h>

#include "helper_cuda.h"

#define BLOCK_SIZE 64

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

    int i = blockDim.x / 2;
    while (i != 0)
    {
        if (threadIdx.x < i)
        {
            buf[threadIdx.x] += buf[threadIdx.x + i];
            __syncthreads();
        }
        i = i / 2;
    }

    if (threadIdx.x == 0)
    {
        c[blockIdx.x] = buf[0];
    }
}

// The middle of the document's main. On a GPU it refuses: cudaErrorNotSupported.
cudaError_t divergent_barrier(int n, const float *h_a, const float *h_b, float *result)
{
    cudaDeviceProp device;
    cudaError_t error = cudaGetDeviceProperties(&device, 0);
    if (error != cudaSuccess) return error;
    if (strcmp(device.name, "CUDA emulated device") != 0) return cudaErrorNotSupported;

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

    dotProduct<<<gridSize, blockSize>>>(d_a, d_b, d_c, n);
    getLastCudaError("dotProduct() execution failed\n");

    checkCudaErrors(cudaMemcpy(h_c, d_c, partial_results_size, cudaMemcpyDeviceToHost));

    *result = 0.0;
    for (int i = 0; i < gridSize.x; i++)
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
    cudaError_t error = divergent_barrier(n, h_a, h_b, &result);
    free(h_a);
    free(h_b);
    if (error == cudaErrorNotSupported)
    {
        fprintf(stderr, "%s: not launched: threads that never reach the barrier may hang a GPU\n", argv[0]);
        return EXIT_FAILURE;
    }
    checkCudaErrors(error);
    printf("Result = %.2f \n", result);

    return 0;
}
