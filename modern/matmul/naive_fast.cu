// Product of two square matrices without shared memory: a thread computes many elements, so that each number that it
// reads into a register serves several times. The cache does the rest.
//
// Twin: modern/matmul/naive.cu
// Note: migration-notes/matrix_product.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

#include <cuda/cmath>

#include "../support/cuda.hpp"   // check(), and the owners: device_memory, event
#include "../support/launch.hpp" // grid_of()
#include "../support/tiles.hpp"  // tile, tiles()

constexpr int side = 8; // of a block: 8 x 8 threads

// Copies floats that lie side by side: 1, or 4 at once.
template <int count>
__device__ void copy(float* to, const float* from)
{
    using piece = std::conditional_t<count == 4, float4, float>;
    *reinterpret_cast<piece*>(to) = *reinterpret_cast<const piece*>(from);
}

// Each thread computes every 8th of Rows * 8 rows, and of each Columns elements, up to 4 that lie together at a time.
// All three matrices are pitch x pitch, Width rounded up to a multiple of 4, with zeros beyond Width.
template <int Rows, int Columns>
__global__ void MatrixMulKernel(const float* d_M, const float* d_N, float* d_P, std::size_t Width, std::size_t pitch)
{
    constexpr int vector = Columns < 4 ? 1 : 4;
    const unsigned across = cuda::ceil_div(Width, side * Columns);
    const std::size_t Row = std::size_t{blockIdx.x / across} * side * Rows + threadIdx.y;
    const std::size_t Col = std::size_t{blockIdx.x % across} * side * Columns + threadIdx.x * vector;

    // A row or a column beyond the last is another one: nobody stores its sums.
    const float *row[Rows], *column[Columns / vector];
    for (int i = 0; i < Rows; i++)
        row[i] = d_M + min(Row + i * side, pitch - 1) * pitch;
    for (int j = 0; j < Columns / vector; j++)
        column[j] = d_N + min(Col + j * side * vector, pitch - vector);

    float Pvalue[Rows][Columns] = {};
#pragma unroll(Rows* Columns > 16 ? 1 : 4)
    for (std::size_t k = 0; k < pitch; k += 4) {
        float M[Rows][4], N[Columns];
        for (int i = 0; i < Rows; i++)
            copy<4>(M[i], row[i] + k);
        for (int l = 0; l < 4; l++) {
            for (int j = 0; j < Columns / vector; j++)
                copy<vector>(&N[j * vector], column[j] + (k + l) * pitch);
            for (int i = 0; i < Rows; i++)
                for (int j = 0; j < Columns; j++)
                    Pvalue[i][j] += M[i][l] * N[j];
        }
    }

    for (int i = 0; i < Rows; i++)
        for (int j = 0; j < Columns / vector; j++) {
            const std::size_t y = Row + i * side, x = Col + j * side * vector;
            if (y < Width && x < Width) copy<vector>(&d_P[y * pitch + x], &Pvalue[i][j * vector]);
        }
}

using kernel = void(const float* d_M, const float* d_N, float* d_P, std::size_t Width, std::size_t pitch);

template <int Rows, int Columns>
tile<kernel> tile_of()
{
    return {side * Rows, side * Columns, side * side, 0, MatrixMulKernel<Rows, Columns>};
}

// The largest tile of which each multiprocessor gets 8, for a block has few threads; the smallest where there is none.
// With 8 it comes out as measured on an H200.
const tile<kernel>& best_tile(const std::vector<tile<kernel>>& from_small_to_large, std::size_t Width)
{
    int device, multiprocessors;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const tile<kernel>* best = &from_small_to_large.front();
    for (const tile<kernel>& one : from_small_to_large)
        if (tiles(one, Width, Width) >= 8u * multiprocessors) best = &one;
    return *best;
}

void naive(const float* M, const float* N, float* P, int Width, float* KernelTime)
{
    *KernelTime = 0;
    if (Width < 1) return;
    const std::size_t pitch = cuda::round_up(Width, 4), bytes = pitch * pitch * sizeof(float);
    const std::size_t row = Width * sizeof(float), row_here = pitch * sizeof(float);
    device_memory<float> d_M, d_N, d_P;
    check(cudaMalloc(d_M.out(), bytes));
    check(cudaMalloc(d_N.out(), bytes));
    check(cudaMalloc(d_P.out(), bytes));
    check(cudaMemset(d_M, 0, bytes));
    check(cudaMemset(d_N, 0, bytes));
    check(cudaMemcpy2D(d_M, row_here, M, row, row, Width, cudaMemcpyHostToDevice));
    check(cudaMemcpy2D(d_N, row_here, N, row, row, Width, cudaMemcpyHostToDevice));

    static const std::vector<tile<kernel>> all{tile_of<1, 4>(), tile_of<2, 4>(), tile_of<4, 4>(), tile_of<8, 8>()};
    const tile<kernel>& best = best_tile(all, Width);
    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start));
    best.kernel<<<grid_of(tiles(best, Width, Width), 1), dim3(side, side)>>>(d_M, d_N, d_P, Width, pitch);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    check(cudaMemcpy2D(P, row, d_P, row_here, row, Width, cudaMemcpyDeviceToHost));
}

int main()
try {
    const int Width = 1024;
    std::vector<float> M(Width * Width), N(Width * Width), P(Width * Width);
    for (float& x : M)
        x = static_cast<float>(std::rand() % 10);
    for (float& x : N)
        x = static_cast<float>(std::rand() % 10);

    float KernelTime;
    naive(M.data(), N.data(), P.data(), Width, &KernelTime);
    std::printf("Width %d: P[0] = %.0f, P[%zu] = %.0f\n", Width, P.front(), P.size() - 1, P.back());
    std::printf("%.3f ms, %.1f GFLOPS\n", KernelTime, 2e-6 * Width * Width * Width / KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
