// Dot product of two vectors: each block adds its products in shared memory, the CPU adds the blocks' sums.
//
// Source:  L, 05-dot-product-reduction and 06-dot-product-reduction-profile
// Modern:  modern/dot_product/block_reduction.cu
// Note:    migration-notes/tree_reduction.md, migration-notes/host_sums.md
// Domain:  64 <= n <= 2^30: a shorter vector makes a grid of no blocks, in a longer one the index overflows
// Defects: kept: the tree is right for a BLOCK_SIZE that is a power of two, and for no other; the grid grows with n, and
//          with it the sum on the CPU; 0 blocks for n < 64. Mended: an error inside ended the process; it goes to
//          main now, which gives it to checkCudaErrors

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

    float *d_a = NULL;
    float *d_b = NULL;
    float *d_c = NULL;
    cudaMalloc(&d_a, datasize);
    cudaMalloc(&d_b, datasize);
    cudaMalloc(&d_c, partial_results_size);

    cudaError_t error = h_c ? cudaGetLastError() : cudaErrorMemoryAllocation;
    if (error == cudaSuccess)
    {
        cudaMemcpy(d_a, h_a, datasize, cudaMemcpyHostToDevice);
        cudaMemcpy(d_b, h_b, datasize, cudaMemcpyHostToDevice);

        cudaEvent_t start, stop;
        cudaEventCreate(&start);
        cudaEventCreate(&stop);
        cudaEventRecord(start);

        dotProduct<<<gridSize, blockSize>>>(d_a, d_b, d_c, n);
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        cudaEventElapsedTime(milliseconds, start, stop);

        cudaMemcpy(h_c, d_c, partial_results_size, cudaMemcpyDeviceToHost);
        error = cudaGetLastError();

        // The rest is the CPU's
        *result = 0.0;
        for (int i = 0; i < gridSize.x; i++)
            *result += h_c[i];
        cudaEventDestroy(start);
        cudaEventDestroy(stop);
    }

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(h_c);
    return error;
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
    getLastCudaError("dotProduct() execution failed\n");
    printf("Kernel Execution time is: %0.3f milliseconds \n", milliseconds);
    printf("Result = %.2f \n", result);

    free(h_a);
    free(h_b);

    return 0;
}
