// Scalar product of two vectors: each block copies its elements to shared memory, where thread 0 does all the work.
//
// Source:  K, chapter 7, "Типы памяти. Разделяемая память", kernel scalMult, and lab 1, "Лабораторная работа";
//          the document shows the kernel alone
// Modern:  modern/dot_product/shared_thread0.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/host_sums.md
// Domain:  numElem a multiple of BLOCK_SIZE (fewer elements are padded with zeros), BLOCK_SIZE to 2^31 - BLOCK_SIZE,
//          the last one that an int holds
// Defects: kept: one thread multiplies and adds while 255 wait; numElem is passed to the kernel, which does not look at
//          it, and so a numElem that is no multiple of BLOCK_SIZE is refused: the last block would read past the end
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <stdio.h>
#include <stdlib.h>

#define BLOCK_SIZE 256
#define BASE_TYPE double

__global__ void scalMult(const BASE_TYPE *A, const BASE_TYPE *B, BASE_TYPE *C, int numElem)
{
    BASE_TYPE sum = 0.0;

    __shared__ BASE_TYPE ash[BLOCK_SIZE];
    __shared__ BASE_TYPE bsh[BLOCK_SIZE];

    ash[threadIdx.x] = A[blockIdx.x * blockDim.x + threadIdx.x];
    bsh[threadIdx.x] = B[blockIdx.x * blockDim.x + threadIdx.x];

    __syncthreads();

    if (threadIdx.x == 0) {
        sum = 0.0;
        for (int j = 0; j < blockDim.x; j++)
            sum += ash[j] * bsh[j];
        C[blockIdx.x] = sum;
    }
}

// The middle of main: the scalar product of two host vectors, and the kernel's milliseconds.
cudaError_t shared_thread0(int numElem, const BASE_TYPE *A, const BASE_TYPE *B, BASE_TYPE *result, float *KernelTime)
{
    if (numElem < 1 || numElem % BLOCK_SIZE != 0) return cudaErrorInvalidValue;
    dim3 threadsPerBlock = dim3(BLOCK_SIZE);
    dim3 blocksPerGrid = dim3(numElem / BLOCK_SIZE);

    BASE_TYPE *C = (BASE_TYPE*)malloc(blocksPerGrid.x * sizeof(BASE_TYPE));
    BASE_TYPE *d_A = NULL, *d_B = NULL, *d_C = NULL;
    cudaMalloc((void**)&d_A, numElem * sizeof(BASE_TYPE));
    cudaMalloc((void**)&d_B, numElem * sizeof(BASE_TYPE));
    cudaMalloc((void**)&d_C, blocksPerGrid.x * sizeof(BASE_TYPE));
    cudaError_t err = C ? cudaGetLastError() : cudaErrorMemoryAllocation;
    if (err == cudaSuccess) {
        cudaMemcpy(d_A, A, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice);
        cudaMemcpy(d_B, B, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice);

        cudaEvent_t start, stop;
        cudaEventCreate(&start);
        cudaEventCreate(&stop);
        cudaEventRecord(start, 0);

        scalMult<<<blocksPerGrid, threadsPerBlock>>>(d_A, d_B, d_C, numElem);

        cudaEventRecord(stop, 0);
        cudaEventSynchronize(stop);
        cudaEventElapsedTime(KernelTime, start, stop);
        cudaEventDestroy(start);
        cudaEventDestroy(stop);

        cudaMemcpy(C, d_C, blocksPerGrid.x * sizeof(BASE_TYPE), cudaMemcpyDeviceToHost);
        err = cudaGetLastError();
        if (err == cudaSuccess) {
            *result = 0.0;
            for (int i = 0; i < blocksPerGrid.x; i++)
                *result += C[i];
        }
    }
    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);
    free(C);
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
    cudaError_t err = shared_thread0(numElem, A, B, &result, &KernelTime);
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
