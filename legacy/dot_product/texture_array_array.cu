// Scalar product of two vectors read through texture references, both in CUDA arrays.
//
// Source:  K, chapter 8, homework 1, "Домашняя работа", algorithm 1; the document shows no code, this is scalMult of
//          chapter 7 with the textures of chapter 8
// Modern:  modern/dot_product/texture_array_array.cu
// Note:    migration-notes/texture_reference.md, migration-notes/memcpy_to_array.md, migration-notes/host_sums.md,
//          migration-notes/thread_0_sums.md
// Domain:  1 <= numElem <= the device's cudaDevAttrMaxTexture1DWidth: a longer one is refused by name, on stderr
// Defects: kept: one thread adds while 255 wait; the attributes are set after the bind, as in chapter 8, which harms
//          nothing here: they are what they were
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
    sh[threadIdx.x] = idx < numElem ? tex1D(texA, float(idx)) * tex1D(texB, float(idx)) : 0.0f;

    __syncthreads();

    if (threadIdx.x == 0) {
        for (int j = 0; j < blockDim.x; j++)
            sum += sh[j];
        C[blockIdx.x] = sum;
    }
}

// The middle of main: the scalar product of two host vectors, and the kernel's milliseconds.
cudaError_t texture_array_array(int numElem, const float *A, const float *B, float *result, float *KernelTime)
{
    int dev = 0, longest = 0;
    cudaGetDevice(&dev);
    cudaError_t err = cudaDeviceGetAttribute(&longest, cudaDevAttrMaxTexture1DWidth, dev);
    if (err != cudaSuccess) return err;
    if (numElem > longest)
        fprintf(stderr, "texture_array_array: %d elements, but a 1D CUDA array has at most %d texels\n", numElem,
                longest);
    if (numElem < 1 || numElem > longest) return cudaErrorInvalidValue;

    int nBlocks = numElem / BLOCK_SIZE + ((numElem % BLOCK_SIZE) ? 1 : 0);
    size_t memSize = numElem * sizeof(float);

    float *C = (float*)malloc(sizeof(float) * nBlocks);
    float *d_C = NULL;
    cudaMalloc((void**)&d_C, sizeof(float) * nBlocks);
    cudaArray* cuArrayA = NULL;
    cudaMallocArray(&cuArrayA, &texA.channelDesc, numElem, 1);
    cudaArray* cuArrayB = NULL;
    cudaMallocArray(&cuArrayB, &texB.channelDesc, numElem, 1);
    err = C ? cudaGetLastError() : cudaErrorMemoryAllocation;
    if (err == cudaSuccess) {
        cudaMemcpyToArray(cuArrayA, 0, 0, A, memSize, cudaMemcpyHostToDevice);
        cudaBindTextureToArray(texA, cuArrayA);
        texA.normalized = false;
        texA.filterMode = cudaFilterModePoint;

        cudaMemcpyToArray(cuArrayB, 0, 0, B, memSize, cudaMemcpyHostToDevice);
        cudaBindTextureToArray(texB, cuArrayB);
        texB.normalized = false;
        texB.filterMode = cudaFilterModePoint;

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
    cudaFreeArray(cuArrayA);
    cudaFreeArray(cuArrayB);
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
        cudaError_t err = texture_array_array(numElem, A, B, &result, &KernelTime);
        free(A);
        free(B);
        if (err == cudaErrorInvalidValue) { // too long for a texture, as is said on stderr
            printf("%8d elements: refused\n", numElem);
            continue;
        }
        if (err != cudaSuccess) {
            fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
            return EXIT_FAILURE;
        }
        printf("%8d elements: scalar product %f, kernel time %f ms\n", numElem, result, KernelTime);
    }
    return 0;
}
