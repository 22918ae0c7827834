// Scalar product of two vectors in constant memory, which holds 4096 elements of each: longer ones go in chunks.
//
// Source:  K, chapter 8, lab 1, "Лабораторная работа"; the document shows no code, this is scalMult of chapter 7 with
//          constant memory
// Modern:  modern/dot_product/constant_memory.cu
// Note:    migration-notes/constant_memory_chunks.md, migration-notes/host_sums.md, migration-notes/thread_0_sums.md
// Domain:  1 <= numElem <= 2^31 - 1, the last int
// Defects: kept: the threads of a warp read 32 different addresses of constant memory, which serves one at a time; the
//          next chunk waits until the one before is done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <stdio.h>
#include <stdlib.h>

#define BLOCK_SIZE 256
#define BASE_TYPE double
#define CHUNK 4096 // of each vector: 2 * 4096 * 8 bytes are all of the 64 KB

__constant__ BASE_TYPE constA[CHUNK];
__constant__ BASE_TYPE constB[CHUNK];

__global__ void scalMult(BASE_TYPE *C, int numElem)
{
    BASE_TYPE sum = 0.0;
    __shared__ BASE_TYPE sh[BLOCK_SIZE];

    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    sh[threadIdx.x] = idx < numElem ? constA[idx] * constB[idx] : 0.0;

    __syncthreads();

    if (threadIdx.x == 0) {
        for (int j = 0; j < blockDim.x; j++)
            sum += sh[j];
        C[blockIdx.x] = sum;
    }
}

// The middle of main: the scalar product of two host vectors, and the milliseconds of all launches.
cudaError_t constant_memory(int numElem, const BASE_TYPE *A, const BASE_TYPE *B, BASE_TYPE *result, float *KernelTime)
{
    if (numElem < 1) return cudaErrorInvalidValue;

    BASE_TYPE C[CHUNK / BLOCK_SIZE];
    BASE_TYPE *d_C = NULL;
    cudaMalloc((void**)&d_C, sizeof(C));
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) return err;

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);

    *result = 0.0;
    *KernelTime = 0.0f;
    for (int left = numElem; left > 0; left -= CHUNK) {
        int n = left < CHUNK ? left : CHUNK;
        int done = numElem - left;
        cudaMemcpyToSymbol(constA, A + done, n * sizeof(BASE_TYPE), 0, cudaMemcpyHostToDevice);
        cudaMemcpyToSymbol(constB, B + done, n * sizeof(BASE_TYPE), 0, cudaMemcpyHostToDevice);
        int blocks = n / BLOCK_SIZE + ((n % BLOCK_SIZE) ? 1 : 0);

        cudaEventRecord(start, 0);
        scalMult<<<blocks, BLOCK_SIZE>>>(d_C, n);
        cudaEventRecord(stop, 0);
        cudaEventSynchronize(stop);
        float time = 0.0f;
        cudaEventElapsedTime(&time, start, stop);
        *KernelTime += time;

        cudaMemcpy(C, d_C, blocks * sizeof(BASE_TYPE), cudaMemcpyDeviceToHost);
        err = cudaGetLastError();
        if (err != cudaSuccess) break;
        for (int i = 0; i < blocks; i++)
            *result += C[i];
    }
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(d_C);
    return err;
}

int main()
{
    int numElem = 1048576;
    BASE_TYPE *A = (BASE_TYPE*)malloc(numElem * sizeof(BASE_TYPE));
    BASE_TYPE *B = (BASE_TYPE*)malloc(numElem * sizeof(BASE_TYPE));
    for (int i = 0; i < numElem; i++) {
        A[i] = i % 7;
        B[i] = i % 5;
    }

    BASE_TYPE result;
    float KernelTime;
    cudaError_t err = constant_memory(numElem, A, B, &result, &KernelTime);
    free(A);
    free(B);
    if (err != cudaSuccess) {
        fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    printf("Scalar product: %f\n", result);
    printf("Kernel time: %f ms\n", KernelTime);
    return 0;
}
