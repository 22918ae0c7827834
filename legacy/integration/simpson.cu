// Definite integral by Simpson's formula, and its accuracy beside that of the central rectangles and the trapezoids.
//
// Source:  K, chapter 7, homework 1, "Домашняя работа"; the document shows no code, this is the integral by the means
//          of its scalMult
// Modern:  modern/integration/simpson.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/host_sums.md
// Domain:  1 <= numElem <= 2^31 - 256: the number of blocks is rounded up in an int
// Defects: kept: one thread adds while 255 wait; f is computed twice at each point where two intervals meet
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

// M: sums of the rectangles' heights; T: of the trapezoids' mean heights.
__global__ void integral(BASE_TYPE a, BASE_TYPE h, BASE_TYPE *M, BASE_TYPE *T, int numElem)
{
    BASE_TYPE m = 0.0, t = 0.0;
    __shared__ BASE_TYPE msh[BLOCK_SIZE];
    __shared__ BASE_TYPE tsh[BLOCK_SIZE];

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    msh[threadIdx.x] = i < numElem ? f(a + (i + 0.5) * h) : 0.0;
    tsh[threadIdx.x] = i < numElem ? (f(a + i * h) + f(a + (i + 1) * h)) / 2.0 : 0.0;

    __syncthreads();

    if (threadIdx.x == 0) {
        for (int j = 0; j < blockDim.x; j++) {
            m += msh[j];
            t += tsh[j];
        }
        M[blockIdx.x] = m;
        T[blockIdx.x] = t;
    }
}

// The integral of f from a to b over numElem intervals, by rectangles, trapezoids and Simpson's formula, which is two
// parts of the first and one of the second; and the milliseconds of the kernel.
cudaError_t simpson(BASE_TYPE a, BASE_TYPE b, int numElem, BASE_TYPE *results, float *KernelTime)
{
    if (numElem < 1 || numElem > INT_MAX - (BLOCK_SIZE - 1)) return cudaErrorInvalidValue;
    BASE_TYPE h = (b - a) / numElem;
    int blocks = (numElem + BLOCK_SIZE - 1) / BLOCK_SIZE;
    BASE_TYPE *M = (BASE_TYPE*)malloc(blocks * sizeof(BASE_TYPE));
    BASE_TYPE *T = (BASE_TYPE*)malloc(blocks * sizeof(BASE_TYPE));
    BASE_TYPE *d_M = NULL, *d_T = NULL;
    cudaMalloc((void**)&d_M, blocks * sizeof(BASE_TYPE));
    cudaMalloc((void**)&d_T, blocks * sizeof(BASE_TYPE));
    cudaError_t err = M && T ? cudaGetLastError() : cudaErrorMemoryAllocation;
    if (err != cudaSuccess) {
        cudaFree(d_M);
        cudaFree(d_T);
        free(M);
        free(T);
        return err;
    }

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, 0);
    integral<<<blocks, BLOCK_SIZE>>>(a, h, d_M, d_T, numElem);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(KernelTime, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);

    cudaMemcpy(M, d_M, blocks * sizeof(BASE_TYPE), cudaMemcpyDeviceToHost);
    cudaMemcpy(T, d_T, blocks * sizeof(BASE_TYPE), cudaMemcpyDeviceToHost);
    err = cudaGetLastError();
    if (err == cudaSuccess) {
        results[0] = results[1] = 0.0;
        for (int i = 0; i < blocks; i++) {
            results[0] += M[i];
            results[1] += T[i];
        }
        results[0] *= h;
        results[1] *= h;
        results[2] = (2.0 * results[0] + results[1]) / 3.0;
    }
    cudaFree(d_M);
    cudaFree(d_T);
    free(M);
    free(T);
    return err;
}

int main()
{
    BASE_TYPE a = 0.0, b = acos(-1.0), exact = 2.0;

    printf("intervals  rectangles  trapezoids     Simpson\n");
    BASE_TYPE error[3] = {0.0, 0.0, 0.0}, before[3];
    for (int numElem = 4; numElem <= 256; numElem *= 2) {
        BASE_TYPE results[3];
        float KernelTime;
        cudaError_t err = simpson(a, b, numElem, results, &KernelTime);
        if (err != cudaSuccess) {
            fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
            return EXIT_FAILURE;
        }
        for (int k = 0; k < 3; k++) {
            before[k] = error[k];
            error[k] = fabs(results[k] - exact);
        }
        printf("%9d  %10.3e  %10.3e  %10.3e\n", numElem, error[0], error[1], error[2]);
    }
    printf("order      %10.2f  %10.2f  %10.2f\n", log2(before[0] / error[0]), log2(before[1] / error[1]),
           log2(before[2] / error[2]));
    return 0;
}
