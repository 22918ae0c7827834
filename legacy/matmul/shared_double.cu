// Product of two matrices of doubles, not square: a block takes sub-matrix after sub-matrix into shared memory.
//
// Source:  K, chapter 7, "Пример. Оптимизация программы по перемножению двух матриц"
// Modern:  modern/matmul/shared_double.cu
// Note:    migration-notes/matrix_product.md
// Domain:  Arows, Acols and Bcols multiples of BLOCK_SIZE, 16 to 32768. Chosen, so that a test of the last ones is
//          quick: the int indices of square matrices hold to 46336
// Defects: kept: the kernel has no bounds check, so that the sizes must be multiples of BLOCK_SIZE.
//          Mended: the events were never created; the document's text has lost the launch's arguments between <<< and
//          >>>. It shows the kernel and its launch, so the rest of the host's part is ours
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <stdio.h>
#include <stdlib.h>

// side of a block, and of a sub-matrix
#define BLOCK_SIZE 16
// type of the elements
#define BASE_TYPE double

__global__ void matrixMult(const BASE_TYPE *A, const BASE_TYPE *B, BASE_TYPE *C, int Acols, int Bcols)
{
    // first sub-matrix of A that the block works on, the end of the last one, and the step from one to the next
    int aBegin = Acols * blockDim.y * blockIdx.y;
    int aEnd = aBegin + Acols - 1;
    int aStep = blockDim.x;
    // first sub-matrix of B, and the step
    int bBegin = blockDim.x * blockIdx.x;
    int bStep = blockDim.y * Bcols;

    __shared__ BASE_TYPE as[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ BASE_TYPE bs[BLOCK_SIZE][BLOCK_SIZE];

    BASE_TYPE sum = 0.0;
    for (int ia = aBegin, ib = bBegin; ia < aEnd; ia += aStep, ib += bStep) {
        as[threadIdx.y][threadIdx.x] = A[ia + Acols * threadIdx.y + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = B[ib + Bcols * threadIdx.y + threadIdx.x];
        __syncthreads(); // both are there

        for (int k = 0; k < blockDim.x; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads(); // both may be overwritten
    }

    int ind = Bcols * (blockDim.y * blockIdx.y + threadIdx.y) + blockDim.x * blockIdx.x + threadIdx.x;
    C[ind] = sum;
}

// A times B to C, and the milliseconds of the kernel.
cudaError_t shared_double(const BASE_TYPE *h_A, const BASE_TYPE *h_B, BASE_TYPE *h_C, int Arows, int Acols, int Bcols,
                          float *KernelTime)
{
    if (Arows < BLOCK_SIZE || Acols < BLOCK_SIZE || Bcols < BLOCK_SIZE ||
        Arows > 32768 || Acols > 32768 || Bcols > 32768 ||
        Arows % BLOCK_SIZE || Acols % BLOCK_SIZE || Bcols % BLOCK_SIZE)
        return cudaErrorInvalidValue;
    size_t Asize = (size_t)Arows * Acols * sizeof(BASE_TYPE);
    size_t Bsize = (size_t)Acols * Bcols * sizeof(BASE_TYPE);
    size_t Csize = (size_t)Arows * Bcols * sizeof(BASE_TYPE);
    BASE_TYPE *d_A = NULL, *d_B = NULL, *d_C = NULL;
    cudaMalloc((void **)&d_A, Asize);
    cudaMalloc((void **)&d_B, Bsize);
    cudaMalloc((void **)&d_C, Csize);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        cudaFree(d_A);
        cudaFree(d_B);
        cudaFree(d_C);
        return err;
    }
    cudaMemcpy(d_A, h_A, Asize, cudaMemcpyHostToDevice);
    cudaMemcpy(d_B, h_B, Bsize, cudaMemcpyHostToDevice);

    dim3 threadsPerBlock = dim3(BLOCK_SIZE, BLOCK_SIZE);
    dim3 blocksPerGrid = dim3(Bcols / BLOCK_SIZE, Arows / BLOCK_SIZE);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, 0);
    matrixMult<<<blocksPerGrid, threadsPerBlock>>>(d_A, d_B, d_C, Acols, Bcols);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(KernelTime, start, stop);

    cudaMemcpy(h_C, d_C, Csize, cudaMemcpyDeviceToHost);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);
    return cudaGetLastError();
}

int main()
{
    int Arows = 512, Acols = 1024, Bcols = 768;
    BASE_TYPE *h_A = (BASE_TYPE *)malloc(Arows * Acols * sizeof(BASE_TYPE));
    BASE_TYPE *h_B = (BASE_TYPE *)malloc(Acols * Bcols * sizeof(BASE_TYPE));
    BASE_TYPE *h_C = (BASE_TYPE *)malloc(Arows * Bcols * sizeof(BASE_TYPE));
    for (int i = 0; i < Arows * Acols; i++)
        h_A[i] = rand() % 10;
    for (int i = 0; i < Acols * Bcols; i++)
        h_B[i] = rand() % 10;

    float KernelTime;
    cudaError_t err = shared_double(h_A, h_B, h_C, Arows, Acols, Bcols, &KernelTime);
    if (err != cudaSuccess) {
        fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    int last = Arows * Bcols - 1;
    printf("%d x %d by %d x %d: C[0] = %.0f, C[%d] = %.0f\n", Arows, Acols, Acols, Bcols, h_C[0], last, h_C[last]);
    printf("KernelTime: %.3f ms\n", KernelTime);
    free(h_A);
    free(h_B);
    free(h_C);
    return 0;
}
