// Product of two matrices of doubles at the speed of a library: tiles in shared memory, multiplied by the tensor cores,
// and the numbers that come next on their way meanwhile. nvcc alone compiles for sm_75, which has no tensor cores for
// doubles: give it -arch=native, or sm_80 or later.
//
// Twin: modern/matmul/shared_double.cu
// Note: migration-notes/matrix_product.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda/cmath>
#include <cuda_pipeline_primitives.h>
#include <nv/target>

#include "../support/cuda.hpp"   // check(), and the owners: device_memory, event
#include "../support/launch.hpp" // grid_of()
#include "../support/tiles.hpp"  // fastest_tile(), place_of_block()

#define BASE_TYPE double

// A phase takes so many columns of A and rows of B. Shared memory holds so many phases: one in use, the others to come.
constexpr int depth = 16, stages = 3;

// A warp computes WarpRows x WarpColumns elements of C, and a block so many times as much as WarpsDown x WarpsAcross
// says.
template <int WarpsDown, int WarpsAcross, int WarpRows, int WarpColumns>
struct block_tile {
    static constexpr int warps_across = WarpsAcross, warp_rows = WarpRows, warp_columns = WarpColumns;
    static constexpr int rows = WarpsDown * WarpRows, columns = WarpsAcross * WarpColumns;
    static constexpr int threads = WarpsDown * WarpsAcross * 32;
    // 4 more in a row: what a warp reads lies in different banks.
    struct stage {
        double A[rows][depth + 4], B[depth][columns + 4];
    };
};

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

// The matrices have rows of an even number of elements, a_pitch and b_pitch, so that each begins at a multiple of 16
// bytes. Those of C are as long as those of B.
template <class Tile>
__global__ void __launch_bounds__(Tile::threads, 256 / Tile::threads)
    matrixMult(const BASE_TYPE* A, const BASE_TYPE* B, BASE_TYPE* C, std::size_t Arows, std::size_t Acols,
               std::size_t Bcols, std::size_t a_pitch, std::size_t b_pitch)
{
    extern __shared__ double2 shared[];
    const auto stage = reinterpret_cast<typename Tile::stage*>(shared);
    const auto [by, bx] = place_of_block(cuda::ceil_div(Arows, Tile::rows), cuda::ceil_div(Bcols, Tile::columns));
    const std::size_t row = std::size_t{by} * Tile::rows, column = std::size_t{bx} * Tile::columns;

    // What this thread copies in each phase, 16 bytes at a time: of every a_step'th row of A, and every b_step'th of B.
    // A row or column beyond the last is another one: nobody stores its sums.
    constexpr int a_step = Tile::threads * 2 / depth, b_step = Tile::threads * 2 / Tile::columns;
    const int a_x = threadIdx.x % (depth / 2) * 2, a_y = threadIdx.x / (depth / 2);
    const int b_x = threadIdx.x % (Tile::columns / 2) * 2, b_y = threadIdx.x / (Tile::columns / 2);
    const BASE_TYPE* from_A[Tile::rows / a_step];
    for (int i = 0; i < Tile::rows / a_step; i++)
        from_A[i] = A + min(row + a_y + i * a_step, Arows - 1) * a_pitch + a_x;
    const BASE_TYPE* from_B = B + b_y * b_pitch + min(column + b_x, b_pitch - 2);
    auto left = static_cast<long long>(Acols); // columns of A that were not copied: beyond the last are zeros
    const auto copy_phase = [&](typename Tile::stage& to) {
        for (int i = 0; i < Tile::rows / a_step; i++)
            __pipeline_memcpy_async(&to.A[a_y + i * a_step][a_x], from_A[i], 16, a_x < left ? 0 : 16);
        for (int y = 0; y < depth; y += b_step)
            __pipeline_memcpy_async(&to.B[b_y + y][b_x], from_B + y * b_pitch, 16, b_y + y < left ? 0 : 16);
        __pipeline_commit();
        for (const BASE_TYPE*& from : from_A)
            from += depth;
        from_B += depth * b_pitch;
        left -= depth;
    };

    constexpr int down = Tile::warp_rows / 16, beside = Tile::warp_columns / 8; // products of 16 x 8 to a warp
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int y = warp / Tile::warps_across * Tile::warp_rows + lane / 4,
              x = warp % Tile::warps_across * Tile::warp_columns;
    double a[2][down][4], b[2][beside][2]; // for this step, and for the next
    const auto read = [&](int to, const typename Tile::stage& from, int k) {
        for (int i = 0; i < down; i++)
            for (int e = 0; e < 4; e++)
                a[to][i][e] = from.A[y + i * 16 + e % 2 * 8][k + e / 2 * 4 + lane % 4];
        for (int j = 0; j < beside; j++)
            for (int e = 0; e < 2; e++)
                b[to][j][e] = from.B[k + e * 4 + lane % 4][x + j * 8 + lane / 4];
    };

    for (int m = 0; m < stages - 1; m++)
        copy_phase(stage[m]);
    __pipeline_wait_prior(stages - 2);
    __syncthreads();
    read(0, stage[0], 0);
    double sum[down][beside][4] = {};
    int now = 0, free = stages - 1;
    for (std::size_t m = 0; m < Acols; m += depth) {
        copy_phase(stage[free]);
        const int next = now + 1 < stages ? now + 1 : 0;
#pragma unroll
        for (int k = 0; k < depth; k += 8) {
            if (k + 8 == depth) { // all of the next phase is there, and nobody needs this one any more
                __pipeline_wait_prior(stages - 2);
                __syncthreads();
            }
            read((k + 8) / 8 % 2, stage[k + 8 < depth ? now : next], (k + 8) % depth);
#pragma unroll // else the sums would lie in local memory where shuffles multiply
            for (int i = 0; i < down; i++)
                for (int j = 0; j < beside; j++)
                    multiply_add(sum[i][j], a[k / 8 % 2][i], b[k / 8 % 2][j]);
        }
        free = now;
        now = next;
    }

    for (int i = 0; i < down; i++)
        for (int j = 0; j < beside; j++)
            for (int e = 0; e < 4; e += 2) {
                const std::size_t to_y = row + y + i * 16 + e * 4, to_x = column + x + j * 8 + lane % 4 * 2;
                if (to_y < Arows && to_x < Bcols)
                    *reinterpret_cast<double2*>(&C[to_y * b_pitch + to_x]) = {sum[i][j][e], sum[i][j][e + 1]};
            }
}

using kernel = void(const BASE_TYPE* A, const BASE_TYPE* B, BASE_TYPE* C, std::size_t Arows, std::size_t Acols,
                    std::size_t Bcols, std::size_t a_pitch, std::size_t b_pitch);

template <int WarpsDown, int WarpsAcross, int WarpRows, int WarpColumns>
tile<kernel> tile_of()
{
    using Tile = block_tile<WarpsDown, WarpsAcross, WarpRows, WarpColumns>;
    return {Tile::rows, Tile::columns, Tile::threads, stages * sizeof(typename Tile::stage), matrixMult<Tile>};
}

void shared_double(const BASE_TYPE* h_A, const BASE_TYPE* h_B, BASE_TYPE* h_C, std::size_t Arows, std::size_t Acols,
                   std::size_t Bcols, float* KernelTime)
{
    *KernelTime = 0;
    if (Arows == 0 || Bcols == 0) return;
    // What fills up the rows of B is read, and multiplied in vain.
    const std::size_t a_pitch = cuda::round_up(Acols, std::size_t{2}), b_pitch = cuda::round_up(Bcols, std::size_t{2});
    const std::size_t a_row = Acols * sizeof(BASE_TYPE), b_row = Bcols * sizeof(BASE_TYPE);
    const std::size_t a_row_here = a_pitch * sizeof(BASE_TYPE), b_row_here = b_pitch * sizeof(BASE_TYPE);
    device_memory<BASE_TYPE> d_A, d_B, d_C;
    check(cudaMalloc(d_A.out(), Arows * a_row_here));
    check(cudaMalloc(d_B.out(), Acols * b_row_here));
    check(cudaMalloc(d_C.out(), Arows * b_row_here));
    check(cudaMemset(d_A, 0, Arows * a_row_here));
    check(cudaMemset(d_B, 0, Acols * b_row_here));
    check(cudaMemcpy2D(d_A, a_row_here, h_A, a_row, a_row, Arows, cudaMemcpyHostToDevice));
    check(cudaMemcpy2D(d_B, b_row_here, h_B, b_row, b_row, Acols, cudaMemcpyHostToDevice));

    static const std::vector<tile<kernel>> all{tile_of<2, 2, 16, 16>(), tile_of<2, 2, 32, 32>(),
                                               tile_of<2, 2, 32, 64>(), tile_of<4, 2, 32, 64>()};
    const tile<kernel>& best = fastest_tile(all, Arows, Bcols);
    check(cudaFuncSetAttribute(best.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, best.shared_bytes));
    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start));
    best.kernel<<<grid_of(tiles(best, Arows, Bcols), 1), best.threads, best.shared_bytes>>>(d_A, d_B, d_C, Arows, Acols,
                                                                                            Bcols, a_pitch, b_pitch);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    check(cudaMemcpy2D(h_C, b_row, d_C, b_row_here, b_row, Arows, cudaMemcpyDeviceToHost));
}

int main()
try {
    const std::size_t Arows = 512, Acols = 1024, Bcols = 768;
    std::vector<BASE_TYPE> h_A(Arows * Acols), h_B(Acols * Bcols), h_C(Arows * Bcols);
    for (BASE_TYPE& x : h_A)
        x = std::rand() % 10;
    for (BASE_TYPE& x : h_B)
        x = std::rand() % 10;

    float KernelTime;
    shared_double(h_A.data(), h_B.data(), h_C.data(), Arows, Acols, Bcols, &KernelTime);
    std::printf("%zu x %zu by %zu x %zu: C[0] = %.0f, C[%zu] = %.0f\n", Arows, Acols, Acols, Bcols, h_C.front(),
                h_C.size() - 1, h_C.back());
    std::printf("KernelTime: %.3f ms\n", KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
