// Product of two square matrices at the speed of a library: tiles in shared memory, tiles of those in registers, and
// the numbers that come next on their way while these are multiplied.
//
// Twin: modern/matmul/tiled.cu
// Note: migration-notes/matrix_product.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda/cmath>
#include <cuda_pipeline_primitives.h>

#include "../support/cuda.hpp"   // check(), and the owners: device_memory, event
#include "../support/launch.hpp" // grid_of()
#include "../support/tiles.hpp"  // fastest_tile(), place_of_block()

// A phase takes so many columns of M and rows of N. Shared memory holds so many phases: one in use, the others to come.
constexpr int depth = 16, stages = 3;

// A thread computes ThreadRows x ThreadColumns elements of P, 4 that lie together at a time; a warp is 4 x 8 threads,
// and a block WarpRows x WarpColumns warps.
template <int WarpRows, int WarpColumns, int ThreadRows, int ThreadColumns>
struct block_tile {
    static constexpr int warps_across = WarpColumns, thread_rows = ThreadRows, thread_columns = ThreadColumns;
    static constexpr int rows = WarpRows * 4 * ThreadRows, columns = WarpColumns * 8 * ThreadColumns;
    static constexpr int threads = WarpRows * WarpColumns * 32;
    // M lies turned, so that a thread reads what it needs of a column at once. With 4 more to a column the 8 x 4
    // numbers that a warp copies at a time go to different banks.
    struct stage {
        float M[depth][rows + 4], N[depth][columns];
    };
};

__device__ void copy_16_bytes(float* to, const float* from)
{
    *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(from);
}

// The matrices have rows of `pitch` elements, of which the first Width count: each begins at a multiple of 16 bytes.
template <class Tile>
__global__ void __launch_bounds__(Tile::threads, 256 / Tile::threads)
    MatrixMulKernel(const float* d_M, const float* d_N, float* d_P, std::size_t Width, std::size_t pitch)
{
    extern __shared__ float4 shared[];
    const auto ds = reinterpret_cast<typename Tile::stage*>(shared);
    const auto [by, bx] = place_of_block(cuda::ceil_div(Width, Tile::rows), cuda::ceil_div(Width, Tile::columns));
    const std::size_t Row = std::size_t{by} * Tile::rows, Col = std::size_t{bx} * Tile::columns;

    // What this thread copies in each phase: columns m_x and m_x + 8 of every m_step'th row of M, 4 bytes at a time,
    // and 16 bytes of every n_step'th row of N. A row or column beyond the last is another one: nobody stores its sums.
    constexpr int m_step = Tile::threads / 8, n_step = Tile::threads * 4 / Tile::columns;
    constexpr int m_rows = Tile::rows / m_step, m_copies = m_rows * depth / 8, n_copies = depth / n_step;
    const int m_x = threadIdx.x % 8, m_y = threadIdx.x / 8;
    const int n_x = threadIdx.x % (Tile::columns / 4) * 4, n_y = threadIdx.x / (Tile::columns / 4);
    const float* from_M[m_rows];
    for (int i = 0; i < m_rows; i++)
        from_M[i] = d_M + min(Row + m_y + i * m_step, Width - 1) * pitch + m_x;
    const float* from_N = d_N + n_y * pitch + min(Col + n_x, pitch - 4);
    auto left = static_cast<long long>(Width); // columns of M that were not copied: beyond the last are zeros
    const auto copy = [&](typename Tile::stage& to, int i) { // the i-th of this thread's copies, of m_copies + n_copies
        if (i < m_copies) {
            const int x = i / m_rows * 8, y = i % m_rows;
            __pipeline_memcpy_async(&to.M[m_x + x][m_y + y * m_step], from_M[y] + x, 4, m_x + x < left ? 0 : 4);
        } else if (i < m_copies + n_copies) {
            const int y = (i - m_copies) * n_step;
            __pipeline_memcpy_async(&to.N[n_y + y][n_x], from_N + y * pitch, 16, n_y + y < left ? 0 : 16);
        }
    };
    const auto end_of_copies = [&] {
        __pipeline_commit();
        for (const float*& from : from_M)
            from += depth;
        from_N += depth * pitch;
        left -= depth;
    };
    static_assert(m_copies + n_copies <= depth);

    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int ty = warp / Tile::warps_across * 4 * Tile::thread_rows + lane / 8 * 4;
    const int tx = warp % Tile::warps_across * 8 * Tile::thread_columns + lane % 8 * 4;
    // Factors for this step, and for the next; of each 4 are read at a time, as far as there are.
    float M[2][Tile::thread_rows], N[2][Tile::thread_columns];
    const auto read = [&](int to, const typename Tile::stage& from, int k, int i) {
        if (i < Tile::thread_rows) copy_16_bytes(&M[to][i], &from.M[k][ty + i * 4]);
        if (i < Tile::thread_columns) copy_16_bytes(&N[to][i], &from.N[k][tx + i * 8]);
    };

    for (int m = 0; m < stages - 1; m++) {
        for (int i = 0; i < depth; i++)
            copy(ds[m], i);
        end_of_copies();
    }
    __pipeline_wait_prior(stages - 2);
    __syncthreads();
    for (int i = 0; i < Tile::thread_rows; i += 4)
        read(0, ds[0], 0, i);
    float Pvalue[Tile::thread_rows][Tile::thread_columns] = {};
    int now = 0, free = stages - 1;
    for (std::size_t m = 0; m < Width; m += depth) {
        const int next = now + 1 < stages ? now + 1 : 0;
#pragma unroll
        for (int k = 0; k < depth; k++) {
            if (k % 4 == 0)
                for (int i = k; i < k + 4; i++)
                    copy(ds[free], i);
            if (k + 1 == depth) { // all of the next phase is there, and nobody needs this one any more
                end_of_copies();
                __pipeline_wait_prior(stages - 2);
                __syncthreads();
            }
            // Reads for the next step stand between this one's products, so that neither waits for the other.
#pragma unroll
            for (int i = 0; i < Tile::thread_rows; i++) {
                if (i % 4 == 0) read((k + 1) % 2, ds[k + 1 < depth ? now : next], (k + 1) % depth, i);
                for (int j = 0; j < Tile::thread_columns; j++)
                    Pvalue[i][j] += M[k % 2][i] * N[k % 2][j];
            }
        }
        free = now;
        now = next;
    }

    for (int i = 0; i < Tile::thread_rows; i++)
        for (int j = 0; j < Tile::thread_columns; j += 4) {
            const std::size_t y = Row + ty + i / 4 * 16 + i % 4, x = Col + tx + j * 8;
            if (y < Width && x < Width) copy_16_bytes(&d_P[y * pitch + x], &Pvalue[i][j]);
        }
}

using kernel = void(const float* d_M, const float* d_N, float* d_P, std::size_t Width, std::size_t pitch);

template <int WarpRows, int WarpColumns, int ThreadRows, int ThreadColumns>
tile<kernel> tile_of()
{
    using Tile = block_tile<WarpRows, WarpColumns, ThreadRows, ThreadColumns>;
    return {Tile::rows, Tile::columns, Tile::threads, stages * sizeof(typename Tile::stage), MatrixMulKernel<Tile>};
}

// The twin's tile_width has no meaning here: which tiles are the fastest depends on the device and on Width.
void tiled(const float* M, const float* N, float* P, int Width, int /*tile_width*/, float* KernelTime)
{
    *KernelTime = 0;
    if (Width < 1) return;
    // Rows of the matrices begin at multiples of 16 bytes; what fills them up in N is read, and multiplied in vain.
    const std::size_t pitch = cuda::round_up(Width, std::size_t{4}), bytes = Width * pitch * sizeof(float);
    const std::size_t row = Width * sizeof(float), row_here = pitch * sizeof(float);
    device_memory<float> d_M, d_N, d_P;
    check(cudaMalloc(d_M.out(), bytes));
    check(cudaMalloc(d_N.out(), bytes));
    check(cudaMalloc(d_P.out(), bytes));
    check(cudaMemset(d_N, 0, bytes));
    check(cudaMemcpy2D(d_M, row_here, M, row, row, Width, cudaMemcpyHostToDevice));
    check(cudaMemcpy2D(d_N, row_here, N, row, row, Width, cudaMemcpyHostToDevice));

    static const std::vector<tile<kernel>> all{tile_of<2, 1, 4, 4>(), tile_of<2, 2, 8, 4>(), tile_of<2, 2, 8, 8>(),
                                               tile_of<2, 4, 16, 8>()};
    const tile<kernel>& best = fastest_tile(all, Width, Width);
    check(cudaFuncSetAttribute(best.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, best.shared_bytes));
    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start));
    best.kernel<<<grid_of(tiles(best, Width, Width), 1), best.threads, best.shared_bytes>>>(d_M, d_N, d_P, Width,
                                                                                            pitch);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    check(cudaMemcpy2D(P, row, d_P, row_here, row, Width, cudaMemcpyDeviceToHost));
}

int main()
try {
    const std::size_t Width = 1024;
    std::vector<float> M(Width * Width), N(Width * Width), P(Width * Width);
    for (float& x : M)
        x = static_cast<float>(std::rand() % 10);
    for (float& x : N)
        x = static_cast<float>(std::rand() % 10);

    float KernelTime;
    tiled(M.data(), N.data(), P.data(), Width, 0, &KernelTime);
    std::printf("Width %zu: P[0] = %.0f, P[%zu] = %.0f\n", Width, P.front(), P.size() - 1, P.back());
    std::printf("%.3f ms, %.1f GFLOPS\n", KernelTime, 2e-6 * Width * Width * Width / KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
