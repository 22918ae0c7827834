// Euclidean norm of a vector: the root of its scalar product with itself.
//
// Source:  K, chapter 7, homework 2, "Домашняя работа"; the document shows no code, this is its scalMult with one
//          vector twice
// Modern:  modern/dot_product/euclidean_norm.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/squared_sums.md, migration-notes/host_sums.md
// Domain:  numElem a multiple of BLOCK_SIZE (fewer elements are padded with zeros), BLOCK_SIZE to 2^31 - BLOCK_SIZE,
//          the last one that an int holds; the sum of the squares, as it is rounded here, not above the largest double,
//          and no square but 0 below 2^-1022, the smallest double that has all its digits. Values are not looked into,
//          as that would take a pass of the CPU over all of them
// Defects: kept: the squared sum overflows, to infinity, where the norm is far from it, from about 1.3e154 on, and
//          elements below about 1.5e-154 lose digits or count as 0 (the document asks for the root of this product, and
//          says nothing of that); one thread multiplies and adds while 255 wait; numElem, passed to the kernel, is not
//          looked at there, and so a numElem that is no multiple of BLOCK_SIZE is refused
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <math.h>
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

// The middle of main: the norm of a host vector, and the kernel's milliseconds.
cudaError_t euclidean_norm(int numElem, const BASE_TYPE *A, BASE_TYPE *result, float *KernelTime)
{
    if (numElem < 1 || numElem % BLOCK_SIZE != 0) return cudaErrorInvalidValue;
    dim3 threadsPerBlock = dim3(BLOCK_SIZE);
    dim3 blocksPerGrid = dim3(numElem / BLOCK_SIZE);

    BASE_TYPE *C = (BASE_TYPE*)malloc(blocksPerGrid.x * sizeof(BASE_TYPE));
    BASE_TYPE *d_A = NULL, *d_C = NULL;
    cudaMalloc((void**)&d_A, numElem * sizeof(BASE_TYPE));
    cudaMalloc((void**)&d_C, blocksPerGrid.x * sizeof(BASE_TYPE));
    cudaError_t err = C ? cudaGetLastError() : cudaErrorMemoryAllocation;
    if (err == cudaSuccess) {
        cudaMemcpy(d_A, A, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice);

        cudaEvent_t start, stop;
        cudaEventCreate(&start);
        cudaEventCreate(&stop);
        cudaEventRecord(start, 0);

        scalMult<<<blocksPerGrid, threadsPerBlock>>>(d_A, d_A, d_C, numElem);

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
            *result = sqrt(*result);
        }
    }
    cudaFree(d_A);
    cudaFree(d_C);
    free(C);
    return err;
}

int main()
{
    int numElem = 1048576;
    BASE_TYPE *A = (BASE_TYPE*)malloc(numElem * sizeof(BASE_TYPE));
    for (int i = 0; i < numElem; i++)
        A[i] = i % 4;

    BASE_TYPE result;
    float KernelTime;
    cudaError_t err = euclidean_norm(numElem, A, &result, &KernelTime);
    free(A);
    if (err != cudaSuccess) {
        fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    printf("Norm: %f\n", result);
    printf("Kernel time: %f ms\n", KernelTime);
    return 0;
}
