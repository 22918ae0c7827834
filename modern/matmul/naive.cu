// Product of two matrices: what a block reads from global memory serves all of it, what a thread reads serves 64 sums.
//
// Source:  G, "The basic algorithm of matrix multiplication"
// Legacy:  legacy/matmul/naive.cu
// Note:    migration-notes/matrix_product.md

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include <cuda/cmath>
#include <cuda_pipeline_primitives.h>

#include "../support/cuda.hpp"   // check(), device_attribute(), stopwatch: RAII, every call checked
#include "../support/matrix.hpp" // device_matrix, matrix_view

constexpr int TILE_DEPTH = 16; // columns of M and rows of N that are in shared memory at a time

__device__ void copy4(float* to, const float* from)
{
    *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(from);
}

// Starts to copy the tile whose first element is (row, column), in pieces of 16 bytes. Outside of the matrix it is 0.
template <int columns, int rows, int pitch>
__device__ void copy_tile(float (&tile)[rows][pitch], matrix_view<const float> from, std::size_t row,
                          std::size_t column)
{
    for (int i = threadIdx.x * 4; i < rows * columns; i += blockDim.x * 4) {
        float* const to = &tile[i / columns][i % columns];
        const std::size_t y = row + i / columns, x = column + i % columns;
        if (y < from.rows && x < from.columns)
            __pipeline_memcpy_async(to, &from(y, x), 16);
        else
            *reinterpret_cast<float4*>(to) = {};
    }
}

// A block computes TILE_WIDTH x TILE_WIDTH elements of P, a warp of 4 x 8 threads 32 x 64 of them, a thread 8 x 8.
constexpr int threads(int tile_width) { return tile_width * tile_width / 64; }

template <int TILE_WIDTH>
__global__ void __launch_bounds__(threads(TILE_WIDTH), 2)
    MatrixMulKernel(matrix_view<const float> d_M, matrix_view<const float> d_N, matrix_view<float> d_P)
{
    __shared__ alignas(16) float ds_M[TILE_WIDTH][TILE_DEPTH];
    __shared__ alignas(16) float ds_N[TILE_DEPTH][TILE_WIDTH];
    constexpr int side = TILE_WIDTH / 8; // threads to a side of the tile
    const std::size_t tiles = cuda::ceil_div(d_P.columns, std::size_t{TILE_WIDTH});
    const std::size_t Row = blockIdx.x / tiles * TILE_WIDTH, Col = blockIdx.x % tiles * TILE_WIDTH;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int ty = warp / (side / 8) * 4 + lane / 8, tx = warp % (side / 8) * 8 + lane % 8;

    // Rows ty + i * side; columns tx * 4 + j, the last four of them half a tile further on.
    alignas(16) float Pvalue[8][8] = {};
    for (std::size_t k0 = 0; k0 < d_M.columns; k0 += TILE_DEPTH) {
        copy_tile<TILE_DEPTH>(ds_M, d_M, Row, k0);
        copy_tile<TILE_WIDTH>(ds_N, d_N, k0, Col);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE_DEPTH; k += 4) {
            alignas(16) float M[8][4], N[8];
            for (int i = 0; i < 8; i++)
                copy4(M[i], &ds_M[ty + i * side][k]);
            for (int l = 0; l < 4; l++) {
                copy4(&N[0], &ds_N[k + l][tx * 4]);
                copy4(&N[4], &ds_N[k + l][tx * 4 + TILE_WIDTH / 2]);
                for (int i = 0; i < 8; i++)
                    for (int j = 0; j < 8; j++)
                        Pvalue[i][j] += M[i][l] * N[j];
            }
        }
        __syncthreads(); // before the next tiles take the place of these
    }

    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j += 4) {
            const std::size_t y = Row + ty + i * side, x = Col + tx * 4 + j / 4 * (TILE_WIDTH / 2);
            if (y < d_P.rows && x < d_P.columns) copy4(&d_P(y, x), &Pvalue[i][j]);
        }
}

// M has Width columns, N as many rows.
std::vector<float> naive(const std::vector<float>& M, const std::vector<float>& N, std::size_t Width,
                         float* milliseconds)
{
    *milliseconds = 0;
    if (Width == 0) return {};
    if (M.size() % Width || N.size() % Width) throw std::invalid_argument{"naive: no matrices of this width"};
    const std::size_t rows = M.size() / Width, columns = N.size() / Width;
    if (rows == 0 || columns == 0) return {};
    const device_matrix<float> d_M{rows, Width, M}, d_N{Width, columns, N}, d_P{rows, columns};

    // The large tiles read less; the small ones are for matrices of which the large ones would leave the device empty.
    const auto blocks = [&](std::size_t tile) {
        return static_cast<unsigned>(cuda::ceil_div(rows, tile) * cuda::ceil_div(columns, tile));
    };
    const bool large = blocks(128) >= static_cast<unsigned>(device_attribute(cudaDevAttrMultiProcessorCount));
    stopwatch time;
    if (large)
        MatrixMulKernel<128><<<blocks(128), threads(128)>>>(d_M.const_view(), d_N.const_view(), d_P.view());
    else
        MatrixMulKernel<64><<<blocks(64), threads(64)>>>(d_M.const_view(), d_N.const_view(), d_P.view());
    check(cudaGetLastError());
    *milliseconds = time.stop();

    return d_P.to_host();
}

int main()
{
    const std::size_t Width = 1024;
    std::vector<float> M(Width * Width), N(Width * Width);
    for (float& x : M)
        x = static_cast<float>(std::rand() % 10);
    for (float& x : N)
        x = static_cast<float>(std::rand() % 10);

    float milliseconds;
    const std::vector<float> P = naive(M, N, Width, &milliseconds);
    std::printf("Width %zu: P[0] = %.0f, P[%zu] = %.0f\n", Width, P.front(), P.size() - 1, P.back());
    std::printf("%.3f ms, %.1f GFLOPS\n", milliseconds, 2e-6 * Width * Width * Width / milliseconds);
}
