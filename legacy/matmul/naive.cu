// Product of two square matrices: one thread for each element, everything read from global memory.
//
// Source:  G, "Βασικός αλγόριθμος πολλαπλασιασμού μητρώων"
// Modern:  modern/matmul/naive.cu
// Note:    migration-notes/matrix_product.md
// Domain:  Width a multiple of TILE_WIDTH, 16 to 32768. Chosen, so that a test of the last one is quick: the int
//          indices hold to 46336. With a TILE_WIDTH of 2, as in the document's walk-through, from 2 on
// Defects: kept: the kernel has no bounds check, so that Width must be a multiple of TILE_WIDTH; each element is read
//          from global memory Width times. The document shows the kernel alone, so all of the host's part is ours
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

#define TILE_WIDTH 16

__global__ void MatrixMulKernel(float* d_M, float* d_N, float* d_P, int Width)
{
    // row of d_P and d_M
    int Row = blockIdx.y*TILE_WIDTH + threadIdx.y;
    // column of d_P and d_N
    int Col = blockIdx.x*TILE_WIDTH + threadIdx.x;

    float Pvalue = 0;
    for (int k = 0; k < Width; k++)
        Pvalue += d_M[Row*Width+k] * d_N[k*Width+Col];
    d_P[Row*Width+Col] = Pvalue;
}

// M times N to P, and the milliseconds of the kernel.
cudaError_t naive(const float* M, const float* N, float* P, int Width, float* KernelTime)
{
    if (Width < TILE_WIDTH || Width > 32768 || Width % TILE_WIDTH != 0) return cudaErrorInvalidValue;
    size_t size = (size_t)Width * Width * sizeof(float);
    float *d_M = NULL, *d_N = NULL, *d_P = NULL;
    cudaMalloc((void**)&d_M, size);
    cudaMalloc((void**)&d_N, size);
    cudaMalloc((void**)&d_P, size);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        cudaFree(d_M);
        cudaFree(d_N);
        cudaFree(d_P);
        return err;
    }
    cudaMemcpy(d_M, M, size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_N, N, size, cudaMemcpyHostToDevice);

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    dim3 dimBlock(TILE_WIDTH, TILE_WIDTH);
    dim3 dimGrid(Width / TILE_WIDTH, Width / TILE_WIDTH);
    cudaEventRecord(start, 0);
    MatrixMulKernel<<<dimGrid, dimBlock>>>(d_M, d_N, d_P, Width);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(KernelTime, start, stop);

    cudaMemcpy(P, d_P, size, cudaMemcpyDeviceToHost);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(d_M);
    cudaFree(d_N);
    cudaFree(d_P);
    return cudaGetLastError();
}

int main()
{
    int Width = 1024;
    int elements = Width * Width;
    float *M = (float*)malloc(elements * sizeof(float));
    float *N = (float*)malloc(elements * sizeof(float));
    float *P = (float*)malloc(elements * sizeof(float));
    for (int i = 0; i < elements; i++)
        M[i] = (float)(rand() % 10);
    for (int i = 0; i < elements; i++)
        N[i] = (float)(rand() % 10);

    float KernelTime;
    cudaError_t err = naive(M, N, P, Width, &KernelTime);
    if (err != cudaSuccess) {
        fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    printf("Width %d: P[0] = %.0f, P[%d] = %.0f\n", Width, P[0], elements - 1, P[elements - 1]);
    printf("%.3f ms, %.1f GFLOPS\n", KernelTime, 2e-6 * Width * Width * Width / KernelTime);
    free(M);
    free(N);
    free(P);
    return 0;
}
