// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mistakes that only clusters make, one each. The program prints the error of the launch and what follows.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/ptx>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2) past_end(int* out, int at)
{
    __shared__ int words[32];
    cg::cluster_group c = cg::this_cluster();
    words[threadIdx.x] = 1;
    c.sync();
    out[threadIdx.x] = c.map_shared_rank(words, c.block_rank() ^ 1)[threadIdx.x + at];
    c.sync();
}

__global__ void __cluster_dims__(2) no_such_rank(int* out, int rank)
{
    __shared__ int words[32];
    cg::cluster_group c = cg::this_cluster();
    words[threadIdx.x] = 1;
    c.sync();
    out[threadIdx.x] = c.map_shared_rank(words, rank)[threadIdx.x];
    c.sync();
}

__global__ void __cluster_dims__(2) not_shared(int* out)
{
    cg::cluster_group c = cg::this_cluster();
    *c.map_shared_rank(out, 1) = 1;
    c.sync();
}

// Nothing says that the other block has begun.
__global__ void __cluster_dims__(2) too_early(int* out, bool waits)
{
    __shared__ int words[32];
    cg::cluster_group c = cg::this_cluster();
    if (waits) c.sync();
    c.map_shared_rank(words, c.block_rank() ^ 1)[threadIdx.x] = 1;
    c.sync();
    out[threadIdx.x] = words[threadIdx.x];
}

// A race of one block in its own memory is one finding, also with two checks.
__global__ void __cluster_dims__(2) within_a_block(int* out)
{
    __shared__ int words[32];
    if (threadIdx.x < 32) words[threadIdx.x] = threadIdx.x;
    if (threadIdx.x >= 32) out[threadIdx.x] = words[63 - threadIdx.x];
    cg::this_cluster().sync();
}

// Nothing says that the other block has not returned. Rank `reader` reads the other's memory.
__global__ void __cluster_dims__(2) too_late(int* out, unsigned reader, bool waits)
{
    __shared__ int words[32];
    cg::cluster_group c = cg::this_cluster();
    words[threadIdx.x] = 1;
    c.sync();
    if (c.block_rank() == reader) out[threadIdx.x] = c.map_shared_rank(words, reader ^ 1)[threadIdx.x];
    if (waits) c.sync();
}

__global__ void __cluster_dims__(2) arrives_twice()
{
    asm volatile("barrier.cluster.arrive;");
    asm volatile("barrier.cluster.arrive;");
    asm volatile("barrier.cluster.wait;");
}
__global__ void __cluster_dims__(2) only_waits() { asm volatile("barrier.cluster.wait;"); }
// Half of a block is at another barrier.
__global__ void __cluster_dims__(2) split()
{
    if (blockIdx.x == 0 && threadIdx.x >= 32) {
        __syncthreads();
    } else {
        cg::this_cluster().sync();
    }
}
// A copy of 256 bytes into the other block, `at` words behind the beginning; the block waits for it, or reads at once.
__global__ void __cluster_dims__(2) bulk(int* out, int at, bool waits)
{
    __shared__ alignas(16) int from[64];
    __shared__ alignas(16) int to[64];
    __shared__ std::uint64_t full;
    cg::cluster_group c = cg::this_cluster();
    from[threadIdx.x] = to[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof to);
    }
    ptx::fence_proxy_async();
    c.sync();
    if (c.block_rank() == 1 && threadIdx.x == 0)
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, c.map_shared_rank(to, 0) + at, from, sizeof from,
                           c.map_shared_rank(&full, 0));
    if (c.block_rank() == 0) {
        if (!waits) // long enough for the other block to begin its copy
            for (int k = 0; k < 1000; ++k)
                __nanosleep(20);
        while (waits && !ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0)) {}
        out[threadIdx.x] = to[threadIdx.x];
    }
    c.sync();
}
// A copy of one lane into what the other lanes of its warp have read just before.
__global__ void bulk_over_read(int* out)
{
    __shared__ alignas(16) int words[32];
    __shared__ std::uint64_t full;
    words[threadIdx.x] = out[threadIdx.x] = 0;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof words);
    }
    __syncthreads();
    const int next = words[(threadIdx.x + 1) % 32];
    if (threadIdx.x == 0) ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, words, out, sizeof words, &full);
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cta, &full, 0)) {}
    out[threadIdx.x] = next;
}
__global__ void __cluster_dims__(2) no_such_block(const int* in, unsigned short ranks)
{
    __shared__ alignas(16) int to[64];
    __shared__ std::uint64_t full;
    const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
    const auto bar = static_cast<unsigned>(__cvta_generic_to_shared(&full));
    if (threadIdx.x == 0)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], "
                     "256, [%2], %3;" ::"r"(shared),
                     "l"(in), "r"(bar), "h"(ranks)
                     : "memory");
}
__global__ void no_map(const int* in)
{
    __shared__ alignas(128) int to[64];
    __shared__ std::uint64_t full;
    const int at[1] = {0};
    if (threadIdx.x == 0) ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, in, at, &full);
}
// No cluster, and what needs one.
__global__ void alone(int* out, const char* what)
{
    __shared__ alignas(16) int from[64];
    __shared__ alignas(16) int to[64];
    __shared__ std::uint64_t full;
    if (threadIdx.x != 0) return;
    const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
    const auto bar = static_cast<unsigned>(__cvta_generic_to_shared(&full));
    from[0] = 1;
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async();
    if (what == nullptr) {
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], 77, [%1];" ::"r"(shared),
                     "r"(bar)
                     : "memory");
    } else {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, to, from, sizeof from, &full);
    }
    out[0] = to[0];
}
// Copies of 64 ints to shared memory and on, one after the other.
__global__ void in_parts(int* out, const int* in, int count)
{
    __shared__ alignas(16) int part[64];
    __shared__ std::uint64_t full;
    if (threadIdx.x != 0) return;
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    for (int k = 0; k < count; ++k) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof part);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, part, in + 64 * k, sizeof part, &full);
        while (!ptx::mbarrier_try_wait_parity(&full, k & 1)) {}
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 64 * k, part, sizeof part);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}
// A use of what was copied: twice the value would only be moved bits.
__global__ void thrice(int* out, const int* in) { out[threadIdx.x] = 3 * in[threadIdx.x]; }
static void launch_in_parts(int* out, int there, int count)
{
    int *in = nullptr, *copy = nullptr;
    cudaMalloc(&in, there * sizeof(int));
    cudaMalloc(&copy, 64 * count * sizeof(int));
    cudaMemset(in, 0, there * sizeof(int));
    in_parts<<<1, 32>>>(copy, in, count);
    thrice<<<1, 64>>>(out, copy + 64 * (count - 1));
}
// A box of 4 × 4 ints, in or out.
__global__ void box_at(const __grid_constant__ CUtensorMap map, int x, int y, bool stores)
{
    __shared__ alignas(128) int box[16];
    __shared__ std::uint64_t full;
    const int at[2] = {x, y};
    if (threadIdx.x != 0) return;
    if (stores) {
        for (int k = 0; k < 16; ++k)
            box[k] = k;
        ptx::fence_proxy_async(ptx::space_shared);
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, box);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
        return;
    }
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof box);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &map, at, &full);
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
}
// A relaxed arrival orders what a fence before it orders, as CUDA's libraries prepare their mbarriers.
__global__ void __cluster_dims__(2) prepared(int* out, bool fences)
{
    __shared__ std::uint64_t full;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, blockDim.x);
        if (fences) ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    ptx::barrier_cluster_arrive(ptx::sem_relaxed);
    ptx::barrier_cluster_wait();
    ptx::mbarrier_arrive(&full);
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
    out[threadIdx.x] = 1;
}
static void launch_box(int* tensor, int x, int y, bool stores)
{
    void* encode = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found);
    const cuuint64_t dimensions[] = {8, 8}, strides[] = {32};
    const cuuint32_t box[] = {4, 4}, steps[] = {1, 1};
    alignas(64) CUtensorMap map;
    reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
        &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, tensor, dimensions, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
        CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    box_at<<<1, 32>>>(map, x, y, stores);
}
__global__ void __cluster_dims__() no_size(int* out) { out[threadIdx.x] = 1; }
__global__ void __launch_bounds__(64, 1, 2) at_most_two(int* out) { out[threadIdx.x] = 1; }

__global__ void plain(int* out) { out[threadIdx.x] = 1; }

// A grid that fits the multiprocessors, in clusters that do not. CUTLASS asks first, and then does not launch.
static void use_large_clusters(bool asks, int* out)
{
    cudaLaunchAttribute dimension = {};
    dimension.id = cudaLaunchAttributeClusterDimension;
    dimension.val.clusterDim = {4, 2, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(asks ? 4 : 2, 2);
    config.blockDim = 64;
    config.attrs = &dimension;
    config.numAttrs = 1;
    int clusters = 0;
    const cudaError_t e =
        asks ? cudaOccupancyMaxActiveClusters(&clusters, plain, &config) : cudaLaunchKernelEx(&config, plain, out);
    std::printf("%s, %d\n", cudaGetErrorName(e), clusters);
    cudaGetLastError();
}

static cudaError_t launch_in_clusters(unsigned blocks, int* out)
{
    cudaLaunchAttribute dimension = {};
    dimension.id = cudaLaunchAttributeClusterDimension;
    dimension.val.clusterDim = {blocks, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = 4;
    config.blockDim = 64;
    config.attrs = &dimension;
    config.numAttrs = 1;
    const cudaError_t e = cudaLaunchKernelEx(&config, at_most_two, out);
    cudaGetLastError();
    return e;
}

int main(int, char** arguments)
{
    const char* which = arguments[1];
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    int* out = nullptr;
    cudaMalloc(&out, 64 * sizeof(int)); // the tensor, too: 8 × 8
    if (is("past_end")) past_end<<<2, 32>>>(out, 1);
    if (is("no_such_rank")) no_such_rank<<<2, 32>>>(out, 5);
    if (is("no_rank_at_all")) no_such_rank<<<2, 32>>>(out, -1);
    if (is("not_shared")) not_shared<<<2, 1>>>(out);
    if (is("too_early")) too_early<<<2, 32>>>(out, false);
    if (is("within_a_block")) within_a_block<<<2, 64>>>(out);
    if (is("returned")) too_late<<<2, 32>>>(out, 0, false);
    if (is("returns")) too_late<<<2, 32>>>(out, 1, false);
    if (is("arrives_twice")) arrives_twice<<<2, 32>>>();
    if (is("only_waits")) only_waits<<<2, 32>>>();
    if (is("split")) split<<<2, 64>>>();
    if (is("bulk_past_end")) bulk<<<2, 64>>>(out, 64, true);
    if (is("bulk_read_early")) bulk<<<2, 64>>>(out, 0, false);
    if (is("bulk_over_read")) bulk_over_read<<<1, 32>>>(out);
    if (is("bulk_in_parts")) launch_in_parts(out, 160, 3);
    if (is("no_such_block")) no_such_block<<<2, 32>>>(out, 9);
    if (is("no_map")) no_map<<<1, 32>>>(out);
    if (is("bulk_alone")) alone<<<1, 32>>>(out, "bulk");
    if (is("store_alone")) alone<<<1, 32>>>(out, nullptr);
    if (is("odd_column")) launch_box(out, 2, 0, false);
    if (is("stored_at_odd_column")) launch_box(out, 2, 0, true);
    if (is("stored_above")) launch_box(out, 0, -1, true);
    if (is("prepared_without_fence")) prepared<<<2, 64>>>(out, false);
    if (is("in_time")) {
        prepared<<<2, 64>>>(out, true);
        launch_in_parts(out, 192, 3);
        launch_box(out, -4, -1, false);
        launch_box(out, 4, 6, true);
        bulk<<<2, 64>>>(out, 0, true);
        too_early<<<2, 32>>>(out, true);
        too_late<<<2, 32>>>(out, 0, true);
        too_late<<<2, 32>>>(out, 1, true);
    }
    if (is("asked_for_large_clusters") || is("large_clusters")) use_large_clusters(is("asked_for_large_clusters"), out);
    if (is("sizes")) {
        no_size<<<2, 64>>>(out);
        std::printf("no size: %s\n", cudaGetErrorName(cudaGetLastError()));
        std::printf("two blocks: %s\n", cudaGetErrorName(launch_in_clusters(2, out)));
        std::printf("four blocks: %s\n", cudaGetErrorName(launch_in_clusters(4, out)));
    }
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
