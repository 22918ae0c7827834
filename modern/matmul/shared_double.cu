// Product of two matrices of doubles, not square: tiles in shared memory, multiplied by the tensor cores.
//
// Source:  K, chapter 7, "Optimising a program that multiplies two matrices"
// Legacy:  legacy/matmul/shared_double.cu
// Note:    migration-notes/matrix_product.md

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include <cuda/cmath>
#include <cuda_pipeline_primitives.h>
#include <nv/target>

#include "../support/cuda.hpp"   // check(), device_attribute(), stopwatch: RAII, every call checked
#include "../support/matrix.hpp" // device_matrix, matrix_view

constexpr int TILE_DEPTH = 8; // columns of A and rows of B that are in shared memory at a time

// Starts to copy the tile whose first element is (row, column), in pieces of 16 bytes. Outside of the matrix it is 0.
template <int columns, int rows, int pitch>
__device__ void copy_tile(double (&tile)[rows][pitch], matrix_view<const double> from, std::size_t row,
                          std::size_t column)
{
    for (int i = threadIdx.x * 2; i < rows * columns; i += blockDim.x * 2) {
        double* const to = &tile[i / columns][i % columns];
        const std::size_t y = row + i / columns, x = column + i % columns;
        if (y < from.rows && x < from.columns)
            __pipeline_memcpy_async(to, &from(y, x), 16);
        else
            *reinterpret_cast<double2*>(to) = {};
    }
}

// A warp adds the product of an 8 x 4 and a 4 x 8 matrix to an 8 x 8 one. Lane l holds a(l / 4, l % 4), b(l % 4, l / 4)
// and sum(l / 4, l % 4 * 2) with the element to the right of it.
__device__ void multiply_add_by_tensor_core(double (&sum)[2], double a, double b)
{
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(sum[0]), "+d"(sum[1])
                 : "d"(a), "d"(b));
}

__device__ void multiply_add_by_shuffles(double (&sum)[2], double a, double b)
{
    const int lane = threadIdx.x % 32;
    for (int k = 0; k < 4; k++)
        for (int j = 0; j < 2; j++)
            sum[j] += __shfl_sync(~0u, a, lane / 4 * 4 + k) * __shfl_sync(~0u, b, (lane % 4 * 2 + j) * 4 + k);
}

// GPUs before sm_80 have no tensor cores for doubles.
__device__ void multiply_add(double (&sum)[2], double a, double b)
{
    NV_IF_ELSE_TARGET(NV_PROVIDES_SM_80, (multiply_add_by_tensor_core(sum, a, b);),
                      (multiply_add_by_shuffles(sum, a, b);))
}

// A block computes BLOCK_SIZE x BLOCK_SIZE elements of C, a warp 32 x 32 of them.
constexpr int threads(int block_size) { return block_size * block_size / 32; }

template <int BLOCK_SIZE>
__global__ void __launch_bounds__(threads(BLOCK_SIZE))
    matrixMult(matrix_view<const double> A, matrix_view<const double> B, matrix_view<double> C)
{
    // 4 more in a row: what a warp reads lies in different banks.
    __shared__ alignas(16) double as[2][BLOCK_SIZE][TILE_DEPTH + 4];
    __shared__ alignas(16) double bs[2][TILE_DEPTH][BLOCK_SIZE + 4];
    const std::size_t blocks = cuda::ceil_div(C.columns, std::size_t{BLOCK_SIZE});
    const std::size_t row = blockIdx.x / blocks * BLOCK_SIZE, column = blockIdx.x % blocks * BLOCK_SIZE;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int y = warp / (BLOCK_SIZE / 32) * 32 + lane / 4, x = warp % (BLOCK_SIZE / 32) * 32;

    const std::size_t phases = cuda::ceil_div(A.columns, std::size_t{TILE_DEPTH});
    const auto copy_phase = [&](std::size_t m) {
        copy_tile<TILE_DEPTH>(as[m % 2], A, row, m * TILE_DEPTH);
        copy_tile<BLOCK_SIZE>(bs[m % 2], B, m * TILE_DEPTH, column);
        __pipeline_commit();
    };
    double sum[4][4][2] = {};
    copy_phase(0);
    for (std::size_t m = 0; m < phases; m++) {
        __pipeline_wait_prior(0);
        __syncthreads(); // all of phase m is there, and nobody needs phase m - 1 any more
        if (m + 1 < phases) copy_phase(m + 1);
#pragma unroll
        for (int k = 0; k < TILE_DEPTH; k += 4) {
            double a[4], b[4];
            for (int i = 0; i < 4; i++)
                a[i] = as[m % 2][y + i * 8][k + lane % 4];
            for (int j = 0; j < 4; j++)
                b[j] = bs[m % 2][k + lane % 4][x + j * 8 + lane / 4];
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    multiply_add(sum[i][j], a[i], b[j]);
        }
    }

    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            const std::size_t to_y = row + y + i * 8, to_x = column + x + j * 8 + lane % 4 * 2;
            if (to_y < C.rows && to_x < C.columns)
                *reinterpret_cast<double2*>(&C(to_y, to_x)) = {sum[i][j][0], sum[i][j][1]};
        }
}

// A has Acols columns, B as many rows.
std::vector<double> shared_double(const std::vector<double>& h_A, const std::vector<double>& h_B, std::size_t Acols,
                                  float* milliseconds)
{
    *milliseconds = 0;
    if (Acols == 0) return {};
    if (h_A.size() % Acols || h_B.size() % Acols)
        throw std::invalid_argument{"shared_double: no matrices of this width"};
    const std::size_t Arows = h_A.size() / Acols, Bcols = h_B.size() / Acols;
    if (Arows == 0 || Bcols == 0) return {};
    const device_matrix<double> d_A{Arows, Acols, h_A}, d_B{Acols, Bcols, h_B}, d_C{Arows, Bcols};

    // The large tiles read less; the small ones are for matrices of which the large ones would leave the device empty.
    const auto blocks = [&](std::size_t tile) {
        return static_cast<unsigned>(cuda::ceil_div(Arows, tile) * cuda::ceil_div(Bcols, tile));
    };
    const bool large = blocks(128) >= static_cast<unsigned>(device_attribute(cudaDevAttrMultiProcessorCount));
    stopwatch time;
    if (large)
        matrixMult<128><<<blocks(128), threads(128)>>>(d_A.const_view(), d_B.const_view(), d_C.view());
    else
        matrixMult<64><<<blocks(64), threads(64)>>>(d_A.const_view(), d_B.const_view(), d_C.view());
    check(cudaGetLastError());
    *milliseconds = time.stop();

    return d_C.to_host();
}

int main()
{
    const std::size_t Arows = 512, Acols = 1024, Bcols = 768;
    std::vector<double> h_A(Arows * Acols), h_B(Acols * Bcols);
    for (double& x : h_A)
        x = std::rand() % 10;
    for (double& x : h_B)
        x = std::rand() % 10;

    float milliseconds;
    const std::vector<double> h_C = shared_double(h_A, h_B, Acols, &milliseconds);
    std::printf("%zu x %zu by %zu x %zu: C[0] = %.0f, C[%zu] = %.0f\n", Arows, Acols, Acols, Bcols, h_C.front(),
                h_C.size() - 1, h_C.back());
    std::printf("KernelTime: %.3f ms\n", milliseconds);
}
