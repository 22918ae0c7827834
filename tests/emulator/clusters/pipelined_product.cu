// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of matrices as programs for compute capability 9.0 compute it: one warpgroup fetches tiles by tensor
// copies, two multiply them by wgmma. One thread of each warpgroup says for all of it that a tile is no longer needed.
//
// pipelined_product MISTAKE makes one mistake, and prints the error of the launch.
#include "../programs/expect.h"

#include <cuda.h>
#include <cuda/ptx>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

namespace ptx = cuda::ptx;

constexpr int rows = 256, columns = 128, inner = 512;          // of C = A B, with B by columns
constexpr int tile_rows = 128, tile_columns = 64, tile_k = 64; // 64 halves: the 128 bytes of a swizzle
constexpr int group_threads = 128, consumers = 2, stages = 3;

enum class mistake {
    none,
    half_a_group,
    base_offset,
    past_end_of_tile,
    one_warp_waits,
    half_a_warp_waits,
    no_barrier,
    one_warp_multiplies
};

struct stage {
    __half a[tile_rows * tile_k], b[tile_columns * tile_k];
};

// K-major and swizzled by 128 bytes: eight lines are 1024 bytes apart.
__device__ std::uint64_t descriptor_of(const __half* matrix)
{
    const auto at = static_cast<std::uint64_t>(__cvta_generic_to_shared(matrix));
    return (at & 0x3ffff) >> 4 | std::uint64_t(1024 >> 4) << 32 | std::uint64_t(1) << 62;
}

__device__ void multiply(float (&d)[32], std::uint64_t a, std::uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
                 "%32, %33, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
                   "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]),
                   "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]),
                   "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]),
                   "+f"(d[30]), "+f"(d[31])
                 : "l"(a), "l"(b));
}
__device__ void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void end_products()
{
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
}

__global__ void __cluster_dims__(1)
    product(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b, float* c)
{
    extern __shared__ __align__(1024) unsigned char memory[];
    stage* const tiles = reinterpret_cast<stage*>(memory);
    __shared__ std::uint64_t full[stages], empty[stages];
    const int group = threadIdx.x / group_threads, thread = threadIdx.x % group_threads;
    const int row = blockIdx.y * tile_rows, column = blockIdx.x * tile_columns;
    if (threadIdx.x == 0) {
        for (int k = 0; k < stages; ++k) {
            ptx::mbarrier_init(&full[k], 1);
            ptx::mbarrier_init(&empty[k], consumers);
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (group == consumers) {
        if (thread != 0) return;
        for (int k = 0; k < inner / tile_k; ++k) {
            const int at = k % stages, turn = k / stages;
            if (turn > 0)
                while (!ptx::mbarrier_try_wait_parity(&empty[at], (turn - 1) % 2)) {}
            const std::int32_t place_a[] = {k * tile_k, row}, place_b[] = {k * tile_k, column};
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[at],
                                           sizeof(stage));
            ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tiles[at].a, &map_a, place_a, &full[at]);
            ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tiles[at].b, &map_b, place_b, &full[at]);
        }
        return;
    }
    float d[32] = {};
    for (int k = 0; k < inner / tile_k; ++k) {
        const int at = k % stages, turn = k / stages;
        while (!ptx::mbarrier_try_wait_parity(&full[at], turn % 2)) {}
        const std::uint64_t a = descriptor_of(tiles[at].a + group * 64 * tile_k), b = descriptor_of(tiles[at].b);
        begin_products();
        for (int step = 0; step < tile_k / 16; ++step) // 32 bytes further within the swizzled lines
            multiply(d, a + 2 * step, b + 2 * step);
        end_products();
        if (thread == 0) ptx::mbarrier_arrive(&empty[at]);
    }
    for (int k = 0; k < 32; ++k) {
        const int r = group * 64 + thread / 32 * 16 + thread % 32 / 4 + k / 2 % 2 * 8;
        c[(row + r) * columns + column + k / 4 * 8 + thread % 4 * 2 + k % 2] = d[k];
    }
}

__global__ void wrong(float* c, mistake m)
{
    __shared__ __align__(1024) stage tile;
    for (int k = threadIdx.x; k < tile_rows * tile_k; k += blockDim.x)
        tile.a[k] = __half(1.f);
    for (int k = threadIdx.x; k < tile_columns * tile_k; k += blockDim.x)
        tile.b[k] = __half(1.f);
    asm volatile("fence.proxy.async;" ::: "memory");
    if (m != mistake::no_barrier) __syncthreads();
    float d[32] = {};
    std::uint64_t b = descriptor_of(tile.b);
    if (m == mistake::base_offset) b |= std::uint64_t(3) << 49;
    if (m == mistake::past_end_of_tile) b += 8192 >> 4;
    begin_products();
    if (m != mistake::one_warp_multiplies || threadIdx.x < 32) multiply(d, descriptor_of(tile.a), b);
    if (m == mistake::one_warp_multiplies) __syncthreads();
    const bool waits =
        m == mistake::one_warp_waits ? threadIdx.x < 32 : m != mistake::half_a_warp_waits || threadIdx.x % 2;
    if (waits) end_products();
    if (m == mistake::one_warp_waits) __syncthreads();
    c[threadIdx.x] = d[0];
}

static CUtensorMap map_of(__half* matrix, int height, int tile_height)
{
    void* address = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &address, 12000, cudaEnableDefault, &found);
    const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(address);
    alignas(64) CUtensorMap map;
    const cuuint64_t size[] = {inner, cuuint64_t(height)}, stride[] = {inner * sizeof(__half)};
    const cuuint32_t box[] = {tile_k, cuuint32_t(tile_height)}, step[] = {1, 1};
    EXPECT("a map", encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, matrix, size, stride, box, step,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                           CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS);
    return map;
}

static int value(int outer, int k, int seed) { return (outer * 5 + k * 3 + outer * k + seed) % 7 - 3; }

static __half* matrix_of(int height, int seed)
{
    std::vector<__half> values(std::size_t(height) * inner);
    for (int outer = 0; outer < height; ++outer)
        for (int k = 0; k < inner; ++k)
            values[std::size_t(outer) * inner + k] = __half(float(value(outer, k, seed)));
    __half* out = nullptr;
    cudaMalloc(&out, values.size() * sizeof(__half));
    cudaMemcpy(out, values.data(), values.size() * sizeof(__half), cudaMemcpyHostToDevice);
    return out;
}

int main(int argc, char** argv)
{
    float* c;
    cudaMalloc(&c, rows * columns * sizeof(float));
    const char* const names[] = {
        "",           "half_a_group",       "base_offset", "past_end_of_tile", "one_warp_waits", "half_a_warp_waits",
        "no_barrier", "one_warp_multiplies"};
    for (int m = 1; argc > 1 && m < int(std::size(names)); ++m)
        if (!std::strcmp(argv[1], names[m])) {
            const int threads = mistake(m) == mistake::half_a_group ? 64
                                : mistake(m) == mistake::no_barrier ? 256
                                                                    : 128;
            wrong<<<1, threads>>>(c, mistake(m));
            std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
            return 0;
        }
    __half *const a = matrix_of(rows, 1), *const b = matrix_of(columns, 2);
    const CUtensorMap map_a = map_of(a, rows, tile_rows), map_b = map_of(b, columns, tile_columns);
    constexpr int bytes = stages * sizeof(stage);
    cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    product<<<dim3(columns / tile_columns, rows / tile_rows), (consumers + 1) * group_threads, bytes>>>(map_a, map_b,
                                                                                                        c);
    std::vector<float> got(rows * columns);
    EXPECT("the launch", cudaMemcpy(got.data(), c, got.size() * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess);
    bool right = true;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            int sum = 0;
            for (int k = 0; k < inner; ++k)
                sum += value(row, k, 1) * value(column, k, 2);
            right &= got[row * columns + column] == float(sum);
        }
    EXPECT("the product", right);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return failures;
}
