// Product of two square matrices: one thread for each element, everything read from global memory.
//
// Source:  G, "Βασικός αλγόριθμος πολλαπλασιασμού μητρώων"
// Legacy:  legacy/matmul/naive.cu
// Changes: 1. pointer and Width -> cuda::std::mdspan, a view that knows its extents: d_M(Row, k), not d_M[Row*Width+k]
//          2. no bounds check -> threads outside of the matrix return, and cuda::ceil_div rounds the grid up: any Width
//          3. int indices, right to 46336 -> std::size_t  4. errors left to the next call -> check() of each, and of
//          the launch  5. cudaFree, cudaEventDestroy, free -> owners, on every path
// Note:    migration-notes/matrix_product.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda/cmath>
#include <cuda/std/mdspan>

#include "../support/cuda.hpp" // check(), and the owners: device_memory, event

#define TILE_WIDTH 16

using matrix = cuda::std::mdspan<float, cuda::std::dextents<std::size_t, 2>>;

__global__ void MatrixMulKernel(matrix d_M, matrix d_N, matrix d_P, int Width)
{
    // row of d_P and d_M
    int Row = blockIdx.y*TILE_WIDTH + threadIdx.y;
    // column of d_P and d_N
    int Col = blockIdx.x*TILE_WIDTH + threadIdx.x;
    if (Row >= Width || Col >= Width) return;

    float Pvalue = 0;
    for (int k = 0; k < Width; k++)
        Pvalue += d_M(Row, k) * d_N(k, Col);
    d_P(Row, Col) = Pvalue;
}

// M times N to P, and the milliseconds of the kernel.
void naive(const float* M, const float* N, float* P, int Width, float* KernelTime)
{
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
    dim3 dimBlock(TILE_WIDTH, TILE_WIDTH);
    dim3 dimGrid(cuda::ceil_div(Width, TILE_WIDTH), cuda::ceil_div(Width, TILE_WIDTH));
    check(cudaEventRecord(start, 0));
    MatrixMulKernel<<<dimGrid, dimBlock>>>(matrix(d_M, Width, Width), matrix(d_N, Width, Width),
                                           matrix(d_P, Width, Width), Width);
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

    float KernelTime;
    naive(M.data(), N.data(), P.data(), Width, &KernelTime);
    printf("Width %d: P[0] = %.0f, P[%d] = %.0f\n", Width, P[0], elements - 1, P[elements - 1]);
    printf("%.3f ms, %.1f GFLOPS\n", KernelTime, 2e-6 * Width * Width * Width / KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
