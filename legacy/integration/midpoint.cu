// Definite integral by the formula of central rectangles: a thread for each rectangle, thread 0 adds up its block's.
//
// Source:  K, chapter 7, lab 2, "Лабораторная работа"; the document shows no code, this is the integral by the means
//          of its scalMult
// Modern:  modern/integration/midpoint.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/host_sums.md
// Domain:  1 <= numElem <= 2^31 - 256: the number of blocks is rounded up in an int
// Defects: kept: one thread adds while 255 wait
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK_SIZE 256
#define BASE_TYPE double

__device__ BASE_TYPE f(BASE_TYPE x)
{
    return sin(x);
}

__global__ void integral(BASE_TYPE a, BASE_TYPE h, BASE_TYPE *C, int numElem)
{
    BASE_TYPE sum = 0.0;
    __shared__ BASE_TYPE fsh[BLOCK_SIZE];

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    fsh[threadIdx.x] = i < numElem ? f(a + (i + 0.5) * h) : 0.0;

    __syncthreads();

    if (threadIdx.x == 0) {
        for (int j = 0; j < blockDim.x; j++)
            sum += fsh[j];
        C[blockIdx.x] = sum;
    }
}

// The integral of f from a to b by numElem rectangles, and the milliseconds of the kernel.
cudaError_t midpoint(BASE_TYPE a, BASE_TYPE b, int numElem, BASE_TYPE *result, float *KernelTime)
{
    if (numElem < 1 || numElem > INT_MAX - (BLOCK_SIZE - 1)) return cudaErrorInvalidValue;
    BASE_TYPE h = (b - a) / numElem;
    int blocks = (numElem + BLOCK_SIZE - 1) / BLOCK_SIZE;
    BASE_TYPE *C = (BASE_TYPE*)malloc(blocks * sizeof(BASE_TYPE));
    BASE_TYPE *d_C = NULL;
    cudaMalloc((void**)&d_C, blocks * sizeof(BASE_TYPE));
    cudaError_t err = C ? cudaGetLastError() : cudaErrorMemoryAllocation;
    if (err != cudaSuccess) {
        cudaFree(d_C);
        free(C);
        return err;
    }

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, 0);
    integral<<<blocks, BLOCK_SIZE>>>(a, h, d_C, numElem);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(KernelTime, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);

    cudaMemcpy(C, d_C, blocks * sizeof(BASE_TYPE), cudaMemcpyDeviceToHost);
    err = cudaGetLastError();
    if (err == cudaSuccess) {
        *result = 0.0;
        for (int i = 0; i < blocks; i++)
            *result += C[i];
        *result *= h;
    }
    cudaFree(d_C);
    free(C);
    return err;
}

int main()
{
    BASE_TYPE a = 0.0, b = acos(-1.0), exact = 2.0;
    int numElem = 1 << 20;

    BASE_TYPE result;
    float KernelTime;
    cudaError_t err = midpoint(a, b, numElem, &result, &KernelTime);
    if (err != cudaSuccess) {
        fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    printf("%d intervals: integral %.10f, error %.1e\n", numElem, result, fabs(result - exact));
    printf("KernelTime: %f ms\n", KernelTime);
    return 0;
}
