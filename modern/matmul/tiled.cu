// Product of two square matrices: phase after phase, a block copies one tile of each to shared memory and multiplies.
//
// Source:  G, "Πολλαπλασιασμός μητρώων με tiles", "Καθορισμός μεγέθους tile", and the walk-through from
//          "Επεξεργασία block (0, 0) για TILE_WIDTH = 2" on
// Legacy:  legacy/matmul/tiled.cu
// Changes: 1. no bounds check -> cuda::ceil_div rounds phases and grid up, a tile has 0 outside of the matrix, and
//          threads there store nothing: any Width  2. int indices, right to 46336 -> size_t, from unsigned rows and
//          columns  3. errors left to the next call -> check() of each, and of the launch  4. cudaFree,
//          cudaEventDestroy, free -> owners, on every path
// Note:    migration-notes/matrix_product.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include <cuda/cmath>

#include "../support/cuda.hpp" // check(), and the owners: device_memory, event

template <int TILE_WIDTH>
__global__ void MatrixMulKernel(float* d_M, float* d_N, float* d_P, unsigned Width)
{
    __shared__ float ds_M[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_N[TILE_WIDTH][TILE_WIDTH];

    unsigned bx = blockIdx.x;
    unsigned by = blockIdx.y;
    unsigned tx = threadIdx.x;
    unsigned ty = threadIdx.y;

    // the element of d_P to work on
    unsigned Row = by * TILE_WIDTH + ty;
    unsigned Col = bx * TILE_WIDTH + tx;

    float Pvalue = 0;
    // one phase for each pair of tiles, the last ones partly outside
    for (unsigned m = 0; m < cuda::ceil_div(Width, TILE_WIDTH); m++) {
        // every thread copies one element of each tile, or 0
        ds_M[ty][tx] = Row < Width && m*TILE_WIDTH+tx < Width ? d_M[(size_t)Row*Width + m*TILE_WIDTH+tx] : 0;
        ds_N[ty][tx] = Col < Width && m*TILE_WIDTH+ty < Width ? d_N[Col+(size_t)(m*TILE_WIDTH+ty)*Width] : 0;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            Pvalue += ds_M[ty][k] * ds_N[k][tx];
        __syncthreads();
    }
    if (Row < Width && Col < Width) d_P[(size_t)Row*Width+Col] = Pvalue;
}

// M times N to P, and the milliseconds of the kernel.
void tiled(const float* M, const float* N, float* P, int Width, int tile_width, float* KernelTime)
{
    if (tile_width != 2 && tile_width != 16 && tile_width != 32)
        throw std::invalid_argument{"tiled: no such tile_width"};
    *KernelTime = 0;
    if (Width < 1) return;
    size_t size = (size_t)Width * Width * sizeof(float);
    device_memory<float> d_M, d_N, d_P;
    check(cudaMalloc(d_M.out(), size));
    check(cudaMalloc(d_N.out(), size));
    check(cudaMalloc(d_P.out(), size));
    check(cudaMemcpy(d_M, M, size, cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_N, N, size, cudaMemcpyHostToDevice));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    dim3 dimBlock(tile_width, tile_width);
    dim3 dimGrid(cuda::ceil_div(Width, tile_width), cuda::ceil_div(Width, tile_width));
    check(cudaEventRecord(start, 0));
    if (tile_width == 2)
        MatrixMulKernel<2><<<dimGrid, dimBlock>>>(d_M, d_N, d_P, Width);
    else if (tile_width == 16)
        MatrixMulKernel<16><<<dimGrid, dimBlock>>>(d_M, d_N, d_P, Width);
    else
        MatrixMulKernel<32><<<dimGrid, dimBlock>>>(d_M, d_N, d_P, Width);
    check(cudaGetLastError());
    check(cudaEventRecord(stop, 0));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    check(cudaMemcpy(P, d_P, size, cudaMemcpyDeviceToHost));
}

int main()
try {
    int Width = 1024;
    int elements = Width * Width;
    std::vector<float> M(elements);
    std::vector<float> N(elements);
    std::vector<float> P(elements);
    for (int i = 0; i < elements; i++)
        M[i] = (float)(rand() % 10);
    for (int i = 0; i < elements; i++)
        N[i] = (float)(rand() % 10);

    for (int tile_width = 16; tile_width <= 32; tile_width += 16) {
        float KernelTime;
        tiled(M.data(), N.data(), P.data(), Width, tile_width, &KernelTime);
        printf("Width %d: P[0] = %.0f, P[%d] = %.0f\n", Width, P[0], elements - 1, P[elements - 1]);
        printf("TILE_WIDTH %d: %.3f ms, %.1f GFLOPS\n", tile_width, KernelTime,
               2e-6 * Width * Width * Width / KernelTime);
    }
} catch (const std::exception& error) {
    return failed(error);
}
