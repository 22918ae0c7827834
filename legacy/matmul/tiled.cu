// Product of two square matrices: phase after phase, a block copies one tile of each to shared memory and multiplies.
//
// Source:  G, "Πολλαπλασιασμός μητρώων με tiles", "Καθορισμός μεγέθους tile", and the walk-through from
//          "Επεξεργασία block (0, 0) για TILE_WIDTH = 2" on
// Modern:  modern/matmul/tiled.cu
// Note:    migration-notes/matrix_product.md
// Domain:  TILE_WIDTH 2, 16 or 32, Width a multiple of it, up to 32768. Chosen, so that a test of the last one is
//          quick: the int indices hold to 46336. The document walks through a product of 4 x 4 with tiles of 2
// Defects: kept: the kernel has no bounds check, so that Width must be a multiple of TILE_WIDTH.
//          Mended: the second barrier was written synchthreads. TILE_WIDTH is a macro there, and a template's parameter
//          here, as the document has three of them. It shows the kernel alone, so all of the host's part is ours
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

template <int TILE_WIDTH>
__global__ void MatrixMulKernel(float* d_M, float* d_N, float* d_P, int Width)
{
    __shared__ float ds_M[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_N[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x;
    int by = blockIdx.y;
    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // the element of d_P to work on
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    float Pvalue = 0;
    // one phase for each pair of tiles
    for (int m = 0; m < Width/TILE_WIDTH; m++) {
        // every thread copies one element of each tile
        ds_M[ty][tx] = d_M[Row*Width + m*TILE_WIDTH+tx];
        ds_N[ty][tx] = d_N[Col+(m*TILE_WIDTH+ty)*Width];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            Pvalue += ds_M[ty][k] * ds_N[k][tx];
        __syncthreads();
    }
    d_P[Row*Width+Col] = Pvalue;
}

// M times N to P, and the milliseconds of the kernel.
cudaError_t tiled(const float* M, const float* N, float* P, int Width, int tile_width, float* KernelTime)
{
    if (tile_width != 2 && tile_width != 16 && tile_width != 32) return cudaErrorInvalidValue;
    if (Width < tile_width || Width > 32768 || Width % tile_width != 0) return cudaErrorInvalidValue;
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
    dim3 dimBlock(tile_width, tile_width);
    dim3 dimGrid(Width / tile_width, Width / tile_width);
    cudaEventRecord(start, 0);
    if (tile_width == 2)
        MatrixMulKernel<2><<<dimGrid, dimBlock>>>(d_M, d_N, d_P, Width);
    else if (tile_width == 16)
        MatrixMulKernel<16><<<dimGrid, dimBlock>>>(d_M, d_N, d_P, Width);
    else
        MatrixMulKernel<32><<<dimGrid, dimBlock>>>(d_M, d_N, d_P, Width);
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

    for (int tile_width = 16; tile_width <= 32; tile_width += 16) {
        float KernelTime;
        cudaError_t err = tiled(M, N, P, Width, tile_width, &KernelTime);
        if (err != cudaSuccess) {
            fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
            return EXIT_FAILURE;
        }
        printf("Width %d: P[0] = %.0f, P[%d] = %.0f\n", Width, P[0], elements - 1, P[elements - 1]);
        printf("TILE_WIDTH %d: %.3f ms, %.1f GFLOPS\n", tile_width, KernelTime,
               2e-6 * Width * Width * Width / KernelTime);
    }
    free(M);
    free(N);
    free(P);
    return 0;
}
