// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products by wgmma of tiles that no thread wrote in whole. Each case ignores what depends on the unwritten part, and
// with a second argument uses it.
#include "defect.h"

#include <cuda.h>
#include <cuda/ptx>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstring>

namespace ptx = cuda::ptx;

constexpr int rows = 64, columns = 8, inner = 16; // of A and B; the smallest product of half precision
constexpr int wide_inner = 64;                    // 128 bytes, which a swizzle permutes

__device__ unsigned address_of(const void* shared) { return unsigned(__cvta_generic_to_shared(shared)); }

// Without swizzle, a tile consists of 8 by 8 blocks of 128 bytes. Those along K are adjacent.
__device__ int place_of(int outer, int k) { return (outer / 8 * (inner / 8) + k / 8) * 64 + outer % 8 * 8 + k % 8; }
__device__ std::uint64_t descriptor_of(const half* tile)
{
    return std::uint64_t(address_of(tile) >> 4) | std::uint64_t(128 >> 4) << 16 | std::uint64_t(256 >> 4) << 32;
}

// Swizzled by 128 bytes: eight rows of 128 bytes are 1024 bytes.
__device__ int swizzled_place_of(int row, int k) { return row * wide_inner + ((k / 8 ^ row % 8) * 8 + k % 8); }
__device__ std::uint64_t swizzled_descriptor_of(const half* tile)
{
    return std::uint64_t(address_of(tile) >> 4) | std::uint64_t(1024 >> 4) << 32 | std::uint64_t(1) << 62;
}

__device__ void begin_product()
{
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ void end_product(float (&d)[4])
{
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])::"memory");
}

// D = A B + D, or A B.
__device__ void issue(float (&d)[4], std::uint64_t a, std::uint64_t b, bool adds)
{
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n}"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(a), "l"(b), "r"(int(adds)));
}
__device__ void multiply(float (&d)[4], std::uint64_t a, std::uint64_t b, bool adds)
{
    begin_product();
    issue(d, a, b, adds);
    end_product(d);
}

// B lies by rows.
__device__ void multiply_transposed(float (&d)[4], std::uint64_t a, std::uint64_t b)
{
    begin_product();
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 1;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(a), "l"(b));
    end_product(d);
}

// A lies in registers.
__device__ void multiply_registers(float (&d)[4], const unsigned (&a)[4], std::uint64_t b)
{
    begin_product();
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
    end_product(d);
}

__device__ void fill_rows(half* a, const float* in, int first, int last)
{
    for (int k = first * inner + int(threadIdx.x); k < last * inner; k += 128)
        a[place_of(k / inner, k % inner)] = __float2half(in[k]);
}
__device__ void fill_columns(half* b, const float* in, int count)
{
    if (threadIdx.x < count * inner)
        b[place_of(threadIdx.x / inner, threadIdx.x % inner)] = __float2half(in[threadIdx.x]);
}

// The last eight rows, of which the last warp has the elements 2 and 3.
__device__ void store_rows(float* out, const float (&d)[4], bool all)
{
    for (int k = 0; k < (all || threadIdx.x < 96 ? 4 : 2); ++k)
        out[threadIdx.x * 4 + k] = d[k];
}

__global__ void tile_rows(const float* in, float* out, bool broken)
{
    __shared__ alignas(128) half a[rows * inner], b[columns * inner];
    fill_rows(a, in, 0, rows - 8);
    fill_columns(b, in, columns);
    float d[4] = {};
    multiply(d, descriptor_of(a), descriptor_of(b), true);
    store_rows(out, d, broken);
}

__global__ void tile_columns(const float* in, float* out, bool broken)
{
    __shared__ alignas(128) half a[rows * inner], b[columns * inner];
    fill_rows(a, in, 0, rows);
    fill_columns(b, in, columns - 2);
    float d[4] = {};
    multiply(d, descriptor_of(a), descriptor_of(b), true);
    if (threadIdx.x % 4 < 3 || broken) out[threadIdx.x] = d[1];
}

// The last two columns are the last four bytes of each 16.
__global__ void columns_by_rows(const float* in, float* out, bool broken)
{
    __shared__ alignas(128) half a[rows * inner], b[columns * inner];
    fill_rows(a, in, 0, rows);
    if (threadIdx.x % 8 < 6) b[threadIdx.x] = __float2half(in[threadIdx.x]);
    float d[4] = {};
    multiply_transposed(d, descriptor_of(a), descriptor_of(b));
    if (threadIdx.x % 4 < 3 || broken) out[threadIdx.x] = d[1];
}

// The last eight rows of a swizzled tile, and its columns from 16 on.
__global__ void swizzled_rows(const float* in, float* out, bool broken)
{
    __shared__ alignas(1024) half a[rows * wide_inner];
    __shared__ alignas(128) half b[columns * inner];
    for (int k = threadIdx.x; k < (rows - 8) * inner; k += 128)
        a[swizzled_place_of(k / inner, k % inner)] = __float2half(in[k]);
    fill_columns(b, in, columns);
    float d[4] = {};
    multiply(d, swizzled_descriptor_of(a), descriptor_of(b), true);
    store_rows(out, d, broken);
}

// The registers 1 and 3 of A, which hold the last eight of a warp's rows, are unwritten.
__global__ void register_rows(const float* in, float* out, bool broken)
{
    __shared__ alignas(128) half b[columns * inner];
    __shared__ unsigned item[256];
    const int t = threadIdx.x;
    fill_columns(b, in, columns);
    item[t] = 0x3c003c00;
    __syncthreads();
    volatile unsigned* const v = item;
    const unsigned a[4] = {v[t], v[t + 128], v[t], v[t + 128]};
    float d[4] = {};
    multiply_registers(d, a, descriptor_of(b));
    out[t] = d[broken ? 2 : 0];
}

// The accumulator has an unwritten value, which scale-d drops.
__global__ void accumulators(const float* in, float* out, bool broken)
{
    __shared__ alignas(128) half a[rows * inner], b[columns * inner];
    __shared__ float item[129];
    const int t = threadIdx.x;
    fill_rows(a, in, 0, rows);
    fill_columns(b, in, columns);
    item[t] = in[t];
    __syncthreads();
    volatile float* const v = item;
    float d[4] = {v[t], v[t + 1], 0, 0};
    multiply(d, descriptor_of(a), descriptor_of(b), broken);
    out[t] = d[1];
}

// Unwritten values are copied into the last eight rows.
__global__ void copied_rows(const float* in, float* out, bool broken)
{
    __shared__ alignas(128) half a[rows * inner], b[columns * inner];
    __shared__ half item[8 * inner];
    fill_rows(a, in, 0, rows - 8);
    fill_columns(b, in, columns);
    volatile unsigned short* const v = reinterpret_cast<unsigned short*>(item);
    reinterpret_cast<unsigned short*>(a)[place_of(rows - 8 + threadIdx.x / inner, threadIdx.x % inner)] =
        v[threadIdx.x];
    float d[4] = {};
    multiply(d, descriptor_of(a), descriptor_of(b), true);
    store_rows(out, d, broken);
}

// cp.async fills the last eight rows with zeros.
__global__ void zero_filled(const float* in, float* out, bool broken)
{
    __shared__ alignas(128) half a[rows * inner], b[columns * inner];
    fill_rows(a, in, 0, rows - 8);
    fill_columns(b, in, columns);
    if (threadIdx.x < 16 && !broken)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, 0;" ::"r"(
                         address_of(a + place_of(rows - 8 + threadIdx.x / 2, threadIdx.x % 2 * 8))),
                     "l"(in));
    asm volatile("cp.async.wait_all;" ::: "memory");
    float d[4] = {};
    multiply(d, descriptor_of(a), descriptor_of(b), true);
    store_rows(out, d, true);
}

// A tensor of 56 rows: the copy fills the other rows of its box with zeros, if the box has them.
__global__ void __cluster_dims__(1)
    tensor_rows(const float* in, float* out, const __grid_constant__ CUtensorMap map, int box_rows)
{
    __shared__ alignas(1024) half a[rows * wide_inner];
    __shared__ alignas(128) half b[columns * inner];
    __shared__ std::uint64_t full;
    fill_columns(b, in, columns);
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        const std::int32_t place[] = {0, 0};
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                       box_rows * wide_inner * sizeof(half));
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, a, &map, place, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
    float d[4] = {};
    multiply(d, swizzled_descriptor_of(a), descriptor_of(b), true);
    multiply(d, swizzled_descriptor_of(a) + 2, descriptor_of(b), true);
    store_rows(out, d, true);
}

static CUtensorMap map_of(void* matrix, int height, int box_rows)
{
    void* address = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &address, 12000, cudaEnableDefault, &found);
    const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(address);
    alignas(64) CUtensorMap map;
    const cuuint64_t size[] = {wide_inner, cuuint64_t(height)}, stride[] = {wide_inner * sizeof(half)};
    const cuuint32_t box[] = {wide_inner, cuuint32_t(box_rows)}, step[] = {1, 1};
    if (encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, matrix, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
               CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
               CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
        std::printf("no map\n");
    return map;
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    float *in = numbers(rows * wide_inner), *out = numbers(4 * 128);
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("tile_rows")) tile_rows<<<1, 128>>>(in, out, broken);
    if (is("tile_columns")) tile_columns<<<1, 128>>>(in, out, broken);
    if (is("columns_by_rows")) columns_by_rows<<<1, 128>>>(in, out, broken);
    if (is("swizzled_rows")) swizzled_rows<<<1, 128>>>(in, out, broken);
    if (is("register_rows")) register_rows<<<1, 128>>>(in, out, broken);
    if (is("accumulators")) accumulators<<<1, 128>>>(in, out, broken);
    if (is("copied_rows")) copied_rows<<<1, 128>>>(in, out, broken);
    if (is("zero_filled")) zero_filled<<<1, 128>>>(in, out, broken);
    if (is("tensor_rows")) {
        const int box_rows = broken ? rows - 8 : rows;
        tensor_rows<<<1, 128>>>(in, out, map_of(in, rows - 8, box_rows), box_rows);
    }
    return report();
}
