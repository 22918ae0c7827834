// Definite integral by the formula of central rectangles, of samples that are read through a texture on linear memory.
//
// Source:  K, chapter 8, lab 2, "Лабораторная работа"; the document shows no code, this is the integral by the means
//          of its scalMult and of its second texture example
// Modern:  modern/integration/midpoint_texture.cu
// Note:    migration-notes/linear_texture.md, migration-notes/thread_0_sums.md, migration-notes/texture_reference.md,
//          migration-notes/device_properties.md, migration-notes/host_sums.md
// Domain:  1 <= numElem <= the device's cudaDeviceProp::maxTexture1DLinear
// Defects: kept: one thread adds while 255 wait; the samples have to be float, as a texture holds no double, but their
//          sum does not, and loses more than the formula
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK_SIZE 256
#define BASE_TYPE float

texture<BASE_TYPE, 1, cudaReadModeElementType> texRef;

BASE_TYPE f(double x)
{
    return (BASE_TYPE)sin(x);
}

__global__ void integral(BASE_TYPE *C, int numElem)
{
    BASE_TYPE sum = 0.0;
    __shared__ BASE_TYPE fsh[BLOCK_SIZE];

    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    fsh[threadIdx.x] = idx < numElem ? tex1Dfetch(texRef, idx) : 0.0f;

    __syncthreads();

    if (threadIdx.x == 0) {
        for (int j = 0; j < blockDim.x; j++)
            sum += fsh[j];
        C[blockIdx.x] = sum;
    }
}

// The integral of f from a to b by numElem rectangles, and the milliseconds of the kernel.
cudaError_t midpoint_texture(double a, double b, int numElem, BASE_TYPE *result, float *KernelTime)
{
    int dev = 0;
    cudaDeviceProp dev_prop;
    cudaGetDevice(&dev);
    cudaError_t err = cudaGetDeviceProperties(&dev_prop, dev);
    if (err != cudaSuccess) return err;
    if (numElem > dev_prop.maxTexture1DLinear)
        fprintf(stderr, "midpoint_texture: %d samples, but the device says %d texels at most for linear memory\n",
                numElem, dev_prop.maxTexture1DLinear);
    if (numElem < 1 || numElem > dev_prop.maxTexture1DLinear) return cudaErrorInvalidValue;

    int blocks = numElem / BLOCK_SIZE + ((numElem % BLOCK_SIZE) ? 1 : 0);
    size_t memSize = numElem * sizeof(BASE_TYPE);
    BASE_TYPE *data = (BASE_TYPE*)malloc(memSize);
    BASE_TYPE *C = (BASE_TYPE*)malloc(blocks * sizeof(BASE_TYPE));
    BASE_TYPE *d_a = NULL, *d_C = NULL;
    cudaMalloc((void**)&d_a, memSize);
    cudaMalloc((void**)&d_C, blocks * sizeof(BASE_TYPE));
    err = data && C ? cudaGetLastError() : cudaErrorMemoryAllocation;
    if (err != cudaSuccess) {
        cudaFree(d_a);
        cudaFree(d_C);
        free(data);
        free(C);
        return err;
    }
    double h = (b - a) / numElem;
    for (int i = 0; i < numElem; i++)
        data[i] = f(a + (i + 0.5) * h);
    cudaMemcpy(d_a, data, memSize, cudaMemcpyHostToDevice);
    cudaBindTexture(0, texRef, d_a, memSize);

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, 0);
    integral<<<blocks, BLOCK_SIZE>>>(d_C, numElem);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(KernelTime, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);

    cudaMemcpy(C, d_C, blocks * sizeof(BASE_TYPE), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(texRef);
    err = cudaGetLastError();
    if (err == cudaSuccess) {
        BASE_TYPE sum = 0.0;
        for (int i = 0; i < blocks; i++)
            sum += C[i];
        *result = (BASE_TYPE)(sum * h);
    }
    cudaFree(d_a);
    cudaFree(d_C);
    free(data);
    free(C);
    return err;
}

int main()
{
    double a = 0.0, b = acos(-1.0), exact = 2.0;
    int numElem = 1 << 20;

    BASE_TYPE result;
    float KernelTime;
    cudaError_t err = midpoint_texture(a, b, numElem, &result, &KernelTime);
    if (err != cudaSuccess) {
        fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    printf("%d intervals: integral %.6f, error %.1e\n", numElem, result, fabs(result - exact));
    printf("KernelTime: %f ms\n", KernelTime);
    return 0;
}
