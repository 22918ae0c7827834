// Scalar product of two vectors read through texture references, both in linear memory.
//
// Source:  K, chapter 8, homework 1, "Домашняя работа", algorithm 3; the document shows no code, this is scalMult of
//          chapter 7 with the textures of chapter 8
// Modern:  modern/dot_product/texture_linear_linear.cu
// Note:    migration-notes/texture_reference.md, migration-notes/linear_texture.md, migration-notes/host_sums.md,
//          migration-notes/thread_0_sums.md
// Domain:  1 <= numElem <= the device's cudaDevAttrMaxTexture1DLinearWidth: a longer one is refused by name,
//          on stderr
// Defects: kept: one thread adds while 255 wait
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <stdio.h>
#include <stdlib.h>

#define BLOCK_SIZE 256

texture<float, 1, cudaReadModeElementType> texA;
texture<float, 1, cudaReadModeElementType> texB;

__global__ void scalMult(float *C, int numElem)
{
    float sum = 0.0f;
    __shared__ float sh[BLOCK_SIZE];

    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    sh[threadIdx.x] = idx < numElem ? tex1Dfetch(texA, idx) * tex1Dfetch(texB, idx) : 0.0f;

    __syncthreads();

    if (threadIdx.x == 0) {
        for (int j = 0; j < blockDim.x; j++)
            sum += sh[j];
        C[blockIdx.x] = sum;
    }
}

// The middle of main: the scalar product of two host vectors, and the kernel's milliseconds.
cudaError_t texture_linear_linear(int numElem, const float *A, const float *B, float *result, float *KernelTime)
{
    int dev = 0, longest = 0;
    cudaGetDevice(&dev);
    cudaError_t err = cudaDeviceGetAttribute(&longest, cudaDevAttrMaxTexture1DLinearWidth, dev);
    if (err != cudaSuccess) return err;
    if (numElem > longest)
        fprintf(stderr, "texture_linear_linear: %d elements, but the device says %d texels at most for linear memory\n",
                numElem, longest);
    if (numElem < 1 || numElem > longest) return cudaErrorInvalidValue;

    int nBlocks = numElem / BLOCK_SIZE + ((numElem % BLOCK_SIZE) ? 1 : 0);
    size_t memSize = numElem * sizeof(float);

    float *C = (float*)malloc(sizeof(float) * nBlocks);
    float *d_C = NULL;
    cudaMalloc((void**)&d_C, sizeof(float) * nBlocks);
    float *d_A = NULL;
    cudaMalloc((void**)&d_A, memSize);
    float *d_B = NULL;
    cudaMalloc((void**)&d_B, memSize);
    err = C ? cudaGetLastError() : cudaErrorMemoryAllocation;
    if (err == cudaSuccess) {
        cudaMemcpy(d_A, A, memSize, cudaMemcpyHostToDevice);
        cudaBindTexture(0, texA, d_A, memSize);

        cudaMemcpy(d_B, B, memSize, cudaMemcpyHostToDevice);
        cudaBindTexture(0, texB, d_B, memSize);

        cudaEvent_t start, stop;
        cudaEventCreate(&start);
        cudaEventCreate(&stop);
        cudaEventRecord(start, 0);

        scalMult<<<nBlocks, BLOCK_SIZE>>>(d_C, numElem);

        cudaEventRecord(stop, 0);
        cudaEventSynchronize(stop);
        cudaEventElapsedTime(KernelTime, start, stop);
        cudaEventDestroy(start);
        cudaEventDestroy(stop);

        cudaMemcpy(C, d_C, sizeof(float) * nBlocks, cudaMemcpyDeviceToHost);
        cudaUnbindTexture(texA);
        cudaUnbindTexture(texB);
        err = cudaGetLastError();
        if (err == cudaSuccess) {
            *result = 0.0f;
            for (int i = 0; i < nBlocks; i++)
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
    int sizes[] = {1024, 8192, 65536, 131072, 1048576};
    for (int s = 0; s < 5; s++) {
        int numElem = sizes[s];
        float *A = (float*)malloc(sizeof(float) * numElem);
        float *B = (float*)malloc(sizeof(float) * numElem);
        for (int i = 0; i < numElem; i++) {
            A[i] = float(i % 3);
            B[i] = float(i % 2);
        }

        float result, KernelTime;
        cudaError_t err = texture_linear_linear(numElem, A, B, &result, &KernelTime);
        free(A);
        free(B);
        if (err != cudaSuccess) {
            fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
            return EXIT_FAILURE;
        }
        printf("%8d elements: scalar product %f, kernel time %f ms\n", numElem, result, KernelTime);
    }
    return 0;
}
