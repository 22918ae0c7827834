// Product of two matrices of doubles, not square: tiles in shared memory, multiplied by the tensor cores. nvcc alone
// compiles for sm_75, which has none for doubles: give it -arch=native, or sm_80 or later.
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

#include "../support/buffers.hpp"   // check(), stopwatch: RAII, every call checked
#include "../support/matrix.hpp" // device_matrix, matrix_view, tiles(), tile_side()

constexpr int threads_per_block = 128; // 2 x 2 warps

// Starts to copy the first rows and columns, in pieces of 16 bytes. Outside of the matrix a tile is 0.
template <int columns, int rows, int pitch>
__device__ void copy_tile(double (&tile)[rows][pitch], matrix_view<const double> from)
{
    const auto height = static_cast<int>(min(from.rows, std::size_t{rows}));
    const auto width = static_cast<int>(min(from.columns, std::size_t{columns}));
    for (int i = 0; i < rows * columns; i += threads_per_block * 2) {
        const int y = (i + threadIdx.x * 2) / columns, x = (i + threadIdx.x * 2) % columns;
        const bool inside = y < height && x < width;
        __pipeline_memcpy_async(&tile[y][x], inside ? &from(y, x) : from.data, 16, inside ? 0 : 16);
    }
}

// A warp adds the product of an 8 x 4 and a 4 x 8 matrix to an 8 x 8 one. Lane l holds a(l / 4, l % 4), b(l % 4, l / 4)
// and sum(l / 4, l % 4 * 2) with the element to the right of it.
__device__ void multiply_add_by_tensor_core(double* sum, double a, double b)
{
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(sum[0]), "+d"(sum[1])
        : "d"(a), "d"(b));
}

__device__ void multiply_add_by_shuffles(double* sum, double a, double b)
{
    const int lane = threadIdx.x % 32;
#pragma unroll 1 // unrolled, nvcc takes 20 seconds for sm_75, not 2
    for (int k = 0; k < 4; k++)
        for (int j = 0; j < 2; j++)
            sum[j] += __shfl_sync(~0u, a, lane / 4 * 4 + k) * __shfl_sync(~0u, b, (lane % 4 * 2 + j) * 4 + k);
}

// The same of a 16 x 8 and an 8 x 8 matrix: a lane has elements 8 rows further down, too, and those that follow after 4
// columns of a, 4 rows of b.
__device__ void multiply_add_by_large_tensor_core(double (&sum)[4], const double (&a)[4], const double (&b)[2])
{
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}

// GPUs before sm_80 have no tensor cores for doubles; since sm_90 one instruction does what took four.
__device__ void multiply_add(double (&sum)[4], const double (&a)[4], const double (&b)[2])
{
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (multiply_add_by_large_tensor_core(sum, a, b);), NV_PROVIDES_SM_80,
                       (for (int i = 0; i < 4; i++) multiply_add_by_tensor_core(&sum[i % 2 * 2], a[i], b[i / 2]);),
                       NV_IS_DEVICE,
                       (for (int i = 0; i < 4; i++) multiply_add_by_shuffles(&sum[i % 2 * 2], a[i], b[i / 2]);))
}

// A block computes BLOCK_SIZE x BLOCK_SIZE elements of C, each warp a quarter of them.
template <int BLOCK_SIZE>
__global__ void __launch_bounds__(threads_per_block)
    matrixMult(matrix_view<const double> A, matrix_view<const double> B, matrix_view<double> C)
{
    constexpr int depth = 1024 / BLOCK_SIZE; // columns of A and rows of B to a phase
    // 4 more in a row: what a warp reads lies in different banks.
    __shared__ alignas(16) double as[2][BLOCK_SIZE][depth + 4];
    __shared__ alignas(16) double bs[2][depth][BLOCK_SIZE + 4];
    const std::size_t across = cuda::ceil_div(C.columns, std::size_t{BLOCK_SIZE});
    const std::size_t row = blockIdx.x / across * BLOCK_SIZE, column = blockIdx.x % across * BLOCK_SIZE;
    constexpr int side = BLOCK_SIZE / 2; // of what a warp computes
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int y = warp / 2 * side + lane / 4, x = warp % 2 * side;

    const std::size_t phases = cuda::ceil_div(A.columns, std::size_t{depth});
    const auto copy_phase = [&](std::size_t m) {
        copy_tile<depth>(as[m % 2], A.from(row, m * depth));
        copy_tile<BLOCK_SIZE>(bs[m % 2], B.from(m * depth, column));
        __pipeline_commit();
    };
    double sum[side / 16][side / 8][4] = {};
    copy_phase(0);
    for (std::size_t m = 0; m < phases; m++) {
        __pipeline_wait_prior(0);
        __syncthreads(); // all of phase m is there, and nobody needs phase m - 1 any more
        if (m + 1 < phases) copy_phase(m + 1);
#pragma unroll
        for (int k = 0; k < depth; k += 8) {
            double a[side / 16][4], b[side / 8][2];
            for (int i = 0; i < side / 16; i++)
                for (int e = 0; e < 4; e++)
                    a[i][e] = as[m % 2][y + i * 16 + e % 2 * 8][k + e / 2 * 4 + lane % 4];
            for (int j = 0; j < side / 8; j++)
                for (int e = 0; e < 2; e++)
                    b[j][e] = bs[m % 2][k + e * 4 + lane % 4][x + j * 8 + lane / 4];
#pragma unroll // else the sums would lie in local memory where shuffles multiply
            for (int i = 0; i < side / 16; i++)
                for (int j = 0; j < side / 8; j++)
                    multiply_add(sum[i][j], a[i], b[j]);
        }
    }

    for (int i = 0; i < side / 16; i++)
        for (int j = 0; j < side / 8; j++)
            for (int e = 0; e < 4; e += 2) {
                const std::size_t to_y = row + y + i * 16 + e * 4, to_x = column + x + j * 8 + lane % 4 * 2;
                if (to_y < C.rows && to_x < C.columns)
                    *reinterpret_cast<double2*>(&C(to_y, to_x)) = {sum[i][j][e], sum[i][j][e + 1]};
            }
}

// A has Acols columns, B as many rows.
std::vector<double> shared_double(const std::vector<double>& h_A, const std::vector<double>& h_B, std::size_t Acols,
                                  float* KernelTime)
{
    *KernelTime = 0;
    if (Acols == 0) return {};
    if (h_A.size() % Acols || h_B.size() % Acols)
        throw std::invalid_argument{"shared_double: no matrices of this width"};
    const std::size_t Arows = h_A.size() / Acols, Bcols = h_B.size() / Acols;
    if (Arows == 0 || Bcols == 0) return {};
    const device_matrix<double> d_A{Arows, Acols, h_A}, d_B{Acols, Bcols, h_B}, d_C{Arows, Bcols};

    // The larger a tile, the less is read; but each multiprocessor wants one.
    const std::size_t side = tile_side(Arows, Bcols, 64, 32);
    const auto blocks = static_cast<unsigned>(tiles(Arows, Bcols, side));
    const auto kernel = side == 64 ? matrixMult<64> : matrixMult<32>;
    stopwatch time;
    kernel<<<blocks, threads_per_block>>>(d_A.const_view(), d_B.const_view(), d_C.view());
    check(cudaGetLastError());
    *KernelTime = time.stop();

    return d_C.to_host();
}

int main()
try {
    const std::size_t Arows = 512, Acols = 1024, Bcols = 768;
    std::vector<double> h_A(Arows * Acols), h_B(Acols * Bcols);
    for (double& x : h_A)
        x = std::rand() % 10;
    for (double& x : h_B)
        x = std::rand() % 10;

    float KernelTime;
    const std::vector<double> h_C = shared_double(h_A, h_B, Acols, &KernelTime);
    std::printf("%zu x %zu by %zu x %zu: C[0] = %.0f, C[%zu] = %.0f\n", Arows, Acols, Acols, Bcols, h_C.front(),
                h_C.size() - 1, h_C.back());
    std::printf("KernelTime: %.3f ms\n", KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
