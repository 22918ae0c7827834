// Product of two matrices: tiles in shared memory and in registers, the next tiles copied while these are multiplied.
// naive.cu is the same kernel with one pair of tiles.
//
// Source:  G, "Tiled multiplication" and "Choosing the size of the tile"
// Legacy:  legacy/matmul/tiled.cu
// Note:    migration-notes/matrix_product.md

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <cuda/cmath>
#include <cuda_pipeline_primitives.h>

#include "../support/buffers.hpp"   // check(), stopwatch: RAII, every call checked
#include "../support/matrix.hpp" // device_matrix, matrix_view, tiles(), tile_side()

constexpr int threads_per_block = 128; // 8 rows of 16

// Copies floats that lie side by side, up to 16 bytes at once.
template <int count>
__device__ void copy(float* to, const float* from)
{
    using piece = std::conditional_t<count == 4, float4, std::conditional_t<count == 2, float2, float>>;
    *reinterpret_cast<piece*>(to) = *reinterpret_cast<const piece*>(from);
}

// Starts to copy the first rows and columns, in pieces of 16 bytes. Outside of the matrix a tile is 0.
template <int columns, int rows, int pitch>
__device__ void copy_tile(float (&tile)[rows][pitch], matrix_view<const float> from)
{
    const auto height = static_cast<int>(min(from.rows, std::size_t{rows}));
    const auto width = static_cast<int>(min(from.columns, std::size_t{columns}));
    for (int i = 0; i < rows * columns; i += threads_per_block * 4) {
        const int y = (i + threadIdx.x * 4) / columns, x = (i + threadIdx.x * 4) % columns;
        const bool inside = y < height && x < width;
        __pipeline_memcpy_async(&tile[y][x], inside ? &from(y, x) : from.data, 16, inside ? 0 : 16);
    }
}

// A block computes TILE_WIDTH x TILE_WIDTH elements of P, a thread every eighth row of them and a sixteenth of the row.
template <int TILE_WIDTH>
__global__ void __launch_bounds__(threads_per_block)
    MatrixMulKernel(matrix_view<const float> d_M, matrix_view<const float> d_N, matrix_view<float> d_P)
{
    constexpr int rows = TILE_WIDTH / 8, columns = TILE_WIDTH / 16, vector = columns < 4 ? columns : 4;
    constexpr int depth = TILE_WIDTH < 32 ? 64 : 2048 / TILE_WIDTH; // columns of M and rows of N to a phase
    // 4 more in a row: what a warp reads lies in different banks.
    __shared__ alignas(16) float ds_M[2][TILE_WIDTH][depth + 4];
    __shared__ alignas(16) float ds_N[2][depth][TILE_WIDTH];
    const std::size_t across = cuda::ceil_div(d_P.columns, std::size_t{TILE_WIDTH});
    const std::size_t Row = blockIdx.x / across * TILE_WIDTH, Col = blockIdx.x % across * TILE_WIDTH;
    // A warp is 4 rows of 8 threads.
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int ty = warp / 2 * 4 + lane / 8, tx = warp % 2 * 8 + lane % 8;

    const std::size_t phases = cuda::ceil_div(d_M.columns, std::size_t{depth});
    const auto copy_phase = [&](std::size_t m) {
        copy_tile<depth>(ds_M[m % 2], d_M.from(Row, m * depth));
        copy_tile<TILE_WIDTH>(ds_N[m % 2], d_N.from(m * depth, Col));
        __pipeline_commit();
    };
    alignas(16) float Pvalue[rows][columns] = {};
    copy_phase(0);
    for (std::size_t m = 0; m < phases; m++) {
        __pipeline_wait_prior(0);
        __syncthreads(); // all of phase m is there, and nobody needs phase m - 1 any more
        if (m + 1 < phases) copy_phase(m + 1);
#pragma unroll
        for (int k = 0; k < depth; k += 4) {
            alignas(16) float M[rows][4], N[columns];
            for (int i = 0; i < rows; i++)
                copy<4>(M[i], &ds_M[m % 2][ty + i * 8][k]);
            for (int l = 0; l < 4; l++) {
                for (int j = 0; j < columns; j += vector)
                    copy<vector>(&N[j], &ds_N[m % 2][k + l][tx * vector + j * 16]);
                for (int i = 0; i < rows; i++)
                    for (int j = 0; j < columns; j++)
                        Pvalue[i][j] += M[i][l] * N[j];
            }
        }
    }

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j += vector) {
            const std::size_t y = Row + ty + i * 8, x = Col + tx * vector + j * 16;
            if (y < d_P.rows && x < d_P.columns) copy<vector>(&d_P(y, x), &Pvalue[i][j]);
        }
}

// M has Width columns, N as many rows.
std::vector<float> tiled(const std::vector<float>& M, const std::vector<float>& N, std::size_t Width, float* KernelTime)
{
    *KernelTime = 0;
    if (Width == 0) return {};
    if (M.size() % Width || N.size() % Width) throw std::invalid_argument{"tiled: no matrices of this width"};
    const std::size_t rows = M.size() / Width, columns = N.size() / Width;
    if (rows == 0 || columns == 0) return {};
    const device_matrix<float> d_M{rows, Width, M}, d_N{Width, columns, N}, d_P{rows, columns};

    // The larger a tile, the less is read; but each multiprocessor wants one.
    const std::size_t side = tile_side(rows, columns, 128, 16);
    const auto blocks = static_cast<unsigned>(tiles(rows, columns, side));
    const auto kernel = side == 128  ? MatrixMulKernel<128>
                        : side == 64 ? MatrixMulKernel<64>
                        : side == 32 ? MatrixMulKernel<32>
                                     : MatrixMulKernel<16>;
    stopwatch time;
    kernel<<<blocks, threads_per_block>>>(d_M.const_view(), d_N.const_view(), d_P.view());
    check(cudaGetLastError());
    *KernelTime = time.stop();

    return d_P.to_host();
}

int main()
try {
    const std::size_t Width = 1024;
    std::vector<float> M(Width * Width), N(Width * Width);
    for (float& x : M)
        x = static_cast<float>(std::rand() % 10);
    for (float& x : N)
        x = static_cast<float>(std::rand() % 10);

    float KernelTime;
    const std::vector<float> P = tiled(M, N, Width, &KernelTime);
    std::printf("Width %zu: P[0] = %.0f, P[%zu] = %.0f\n", Width, P.front(), P.size() - 1, P.back());
    std::printf("%.3f ms, %.1f GFLOPS\n", KernelTime, 2e-6 * Width * Width * Width / KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
