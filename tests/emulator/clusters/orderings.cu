// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What orders accesses of a cluster's blocks, to global memory and to each other's shared memory. Each case is right,
// and with a second argument something is missing.
#include "../defects/defect.h"

#include <cooperative_groups.h>
#include <cstdint>
#include <cstring>
#include <cuda/atomic>

namespace cg = cooperative_groups;
constexpr int n = 32;

__device__ void leave(float* a) { a[threadIdx.x] = threadIdx.x; }
__device__ void take(float* out, const float* a) { out[threadIdx.x] = a[n - 1 - threadIdx.x]; }

// Each block reads what the other one left.
__global__ void __cluster_dims__(2) barrier(float* a, float* out, bool broken)
{
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank();
    leave(a + rank * n);
    if (!broken) cluster.sync();
    take(out + rank * n, a + (rank ^ 1) * n);
    cluster.sync();
}

// The second block's own work lies between its arrival and the wait, and must not be the other one's.
__global__ void __cluster_dims__(2) arrival(float* a, float* out, bool broken)
{
    cg::cluster_group cluster = cg::this_cluster();
    if (cluster.block_rank() == 0) leave(a);
    cluster.barrier_arrive();
    if (broken && cluster.block_rank() == 1) take(out, a);
    cluster.barrier_wait();
    if (!broken && cluster.block_rank() == 1) take(out, a);
}

__global__ void __cluster_dims__(2) relaxed_arrival(float* a, float* out, bool broken)
{
    cg::cluster_group cluster = cg::this_cluster();
    if (cluster.block_rank() == 0) leave(a);
    if (broken) {
        asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    } else {
        asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    }
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    if (cluster.block_rank() == 1) take(out, a);
}

// All threads of the first block arrive at the second one's mbarrier.
__global__ void __cluster_dims__(2) mbarrier(float* a, float* out, bool broken)
{
    __shared__ std::uint64_t arrivals;
    cg::cluster_group cluster = cg::this_cluster();
    const auto own = static_cast<unsigned>(__cvta_generic_to_shared(&arrivals));
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(own), "r"(n) : "memory");
    cluster.sync();
    if (cluster.block_rank() == 0) {
        if (!broken) leave(a);
        asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, 1;\n"
                     "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there]; }" ::"r"(own)
                     : "memory");
        if (broken) leave(a);
    } else {
        for (unsigned done = 0; !done;)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0;\n"
                         "selp.u32 %0, 1, 0, p; }"
                         : "=r"(done)
                         : "r"(own)
                         : "memory");
        take(out, a);
    }
    cluster.sync();
}

// The arrival's scope includes the block that waits.
__global__ void __cluster_dims__(2) arrival_scope(float* a, float* out, bool broken)
{
    __shared__ std::uint64_t arrivals;
    cg::cluster_group cluster = cg::this_cluster();
    const auto own = static_cast<unsigned>(__cvta_generic_to_shared(&arrivals));
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(own), "r"(n) : "memory");
    cluster.sync();
    if (cluster.block_rank() == 0) {
        leave(a);
        if (broken) {
            asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, 1;\n"
                         "mbarrier.arrive.release.cta.shared::cluster.b64 _, [there]; }" ::"r"(own)
                         : "memory");
        } else {
            asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, 1;\n"
                         "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there]; }" ::"r"(own)
                         : "memory");
        }
    } else {
        for (unsigned done = 0; !done;)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0;\n"
                         "selp.u32 %0, 1, 0, p; }"
                         : "=r"(done)
                         : "r"(own)
                         : "memory");
        take(out, a);
    }
    cluster.sync();
}

// Cluster scope is enough for the blocks of one cluster.
__global__ void __cluster_dims__(2) flag_of_cluster(float* a, unsigned* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        leave(a);
        __syncthreads();
        if (threadIdx.x == 0) asm volatile("st.release.cluster.global.u32 [%0], 1;" ::"l"(ready) : "memory");
    } else if (blockIdx.x == (broken ? 2 : 1)) {
        for (unsigned seen = 0; !seen;)
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(ready) : "memory");
        take(out, a);
    }
}
__global__ void __cluster_dims__(2) fence_of_cluster(float* a, volatile unsigned* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        leave(a);
        asm volatile("fence.acq_rel.cluster;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0) *ready = 1;
    } else if (blockIdx.x == (broken ? 2 : 1)) {
        while (*ready == 0) {}
        asm volatile("fence.acq_rel.cluster;" ::: "memory");
        take(out, a);
    }
}
__global__ void __cluster_dims__(2) count_of_cluster(unsigned* counts, bool broken)
{
    unsigned* const count = counts + (broken ? 0 : blockIdx.x / 2);
    asm volatile("red.relaxed.cluster.global.add.u32 [%0], 1;" ::"l"(count) : "memory");
}

// A flag in the second block's shared memory.
__global__ void __cluster_dims__(2) flag(float* a, float* out, bool broken)
{
    __shared__ int ready;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) ready = 0;
    cluster.sync();
    const auto order = broken ? cuda::std::memory_order_relaxed : cuda::std::memory_order_release;
    if (cluster.block_rank() == 0) {
        leave(a);
        __syncthreads();
        cuda::atomic_ref<int, cuda::thread_scope_device> there(*cluster.map_shared_rank(&ready, 1));
        if (threadIdx.x == 0) there.store(1, order);
    } else {
        cuda::atomic_ref<int, cuda::thread_scope_device> here(ready);
        while (here.load(cuda::std::memory_order_acquire) == 0) {}
        take(out, a);
    }
    cluster.sync();
}

// The block with the last ticket of the first block's shared memory reads the values of all blocks.
__global__ void __cluster_dims__(4) ticket(float* a, float* out, bool broken)
{
    __shared__ unsigned drawn, mine;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) drawn = 0;
    cluster.sync();
    leave(a + cluster.block_rank() * n);
    if (!broken) __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) mine = atomicAdd(cluster.map_shared_rank(&drawn, 0), 1u);
    __syncthreads();
    if (mine == 3) {
        __threadfence();
        for (int k = 0; k < 4; ++k)
            take(out + k * n, a + k * n);
    }
    cluster.sync();
}

// A barrier of one cluster does not order the next one, which has its shared memory here.
__global__ void __cluster_dims__(2) other_cluster(float* a, float* out, bool broken)
{
    cg::cluster_group cluster = cg::this_cluster();
    float* const part = broken ? a : a + blockIdx.x / 2 * n;
    if (blockIdx.x == 0 || !broken && cluster.block_rank() == 0) leave(part);
    cluster.sync();
    if (cluster.block_rank() == 1) take(out + blockIdx.x / 2 * n, part);
    cluster.sync();
}

// --- shared memory
__global__ void __cluster_dims__(2) handed_over(float* out, bool broken)
{
    __shared__ float mine[n];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = -1;
    cluster.sync();
    cluster.map_shared_rank(mine, cluster.block_rank() ^ 1)[threadIdx.x] = threadIdx.x;
    if (!broken) cluster.sync();
    take(out + cluster.block_rank() * n, mine);
    cluster.sync();
}

__global__ void __cluster_dims__(2) taken_back(float* out, bool broken)
{
    __shared__ float mine[n];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = threadIdx.x;
    cluster.sync();
    take(out + cluster.block_rank() * n, cluster.map_shared_rank(mine, cluster.block_rank() ^ 1));
    if (!broken) cluster.sync();
    mine[threadIdx.x] = -1;
    cluster.sync();
}

// The first block reads before the second one writes, and no other block does either.
__global__ void __cluster_dims__(2) early_read(float* out, bool broken)
{
    __shared__ float mine[n];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = -1;
    cluster.sync();
    out[threadIdx.x + (cluster.block_rank() + 1) * n] = mine[threadIdx.x];
    cluster.sync();
    if (cluster.block_rank() == 1) cluster.map_shared_rank(mine, 0)[threadIdx.x] = threadIdx.x;
    if (!broken) cluster.sync();
    if (cluster.block_rank() == 0) out[threadIdx.x] = mine[threadIdx.x];
    cluster.sync();
}

// Others count in memory that its block has set to 0.
__global__ void __cluster_dims__(4) counters(float* out, bool broken)
{
    __shared__ int count[n];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    count[threadIdx.x] = 0;
    if (!broken) cluster.sync();
    if (cluster.block_rank() > 0) atomicAdd(cluster.map_shared_rank(count, 0) + threadIdx.x % 8, 1);
    cluster.sync();
    if (cluster.block_rank() == 0) out[threadIdx.x] = count[threadIdx.x];
}

__global__ void __cluster_dims__(4) two_writers(float* out, bool broken)
{
    __shared__ float one[n];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    if (cluster.block_rank() == 1 || (broken && cluster.block_rank() == 2))
        cluster.map_shared_rank(one, 0)[threadIdx.x] = cluster.block_rank();
    cluster.sync();
    if (cluster.block_rank() == 0) out[threadIdx.x] = one[threadIdx.x];
}

// Two warps of one block write to another one's.
__global__ void __cluster_dims__(2) two_warps(float* out, bool broken)
{
    __shared__ float one[n];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    float* const there = cluster.map_shared_rank(one, 0);
    if (cluster.block_rank() == 1 && threadIdx.x < n) there[threadIdx.x] = threadIdx.x;
    if (!broken) __syncthreads();
    if (cluster.block_rank() == 1 && threadIdx.x >= n) there[threadIdx.x - n] = threadIdx.x;
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x < n) take(out, one);
}

// All lanes of a warp write one value to one place: that is no race.
__global__ void __cluster_dims__(2) one_value(float* out, bool broken)
{
    __shared__ float one;
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    if (cluster.block_rank() == 1) *cluster.map_shared_rank(&one, 0) = broken ? threadIdx.x : 5;
    cluster.sync();
    if (cluster.block_rank() == 0) out[threadIdx.x] = one;
}

// Two launches that nothing orders, each with its own shared memory. Broken, both have one output.
__global__ void __cluster_dims__(2) swapped(float* out)
{
    __shared__ float mine[n];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    cluster.map_shared_rank(mine, cluster.block_rank() ^ 1)[threadIdx.x] = threadIdx.x;
    cluster.sync();
    take(out + cluster.block_rank() * n, mine);
}
void in_two_streams(float* out, bool broken)
{
    for (int k = 0; k < 2; ++k) {
        cudaStream_t stream = nullptr;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        swapped<<<2, n, 0, stream>>>(out + (broken ? 0 : k * 2 * n));
        cudaStreamDestroy(stream);
    }
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    float *a = numbers(4 * n), *out = numbers(4 * n);
    if (is("barrier")) barrier<<<2, n>>>(a, out, broken);
    if (is("arrival")) arrival<<<2, n>>>(a, out, broken);
    if (is("relaxed_arrival")) relaxed_arrival<<<2, n>>>(a, out, broken);
    if (is("mbarrier")) mbarrier<<<2, n>>>(a, out, broken);
    if (is("arrival_scope")) arrival_scope<<<2, n>>>(a, out, broken);
    auto* const words = reinterpret_cast<unsigned*>(zeros(4));
    if (is("flag_of_cluster")) flag_of_cluster<<<4, n>>>(a, words, out, broken);
    if (is("fence_of_cluster")) fence_of_cluster<<<4, n>>>(a, words, out, broken);
    if (is("count_of_cluster")) count_of_cluster<<<4, n>>>(words, broken);
    if (is("flag")) flag<<<2, n>>>(a, out, broken);
    if (is("ticket")) ticket<<<4, n>>>(a, out, broken);
    if (is("handed_over")) handed_over<<<4, n>>>(out, broken);
    if (is("early_read")) early_read<<<2, n>>>(out, broken);
    if (is("taken_back")) taken_back<<<4, n>>>(out, broken);
    if (is("counters")) counters<<<8, n>>>(out, broken);
    if (is("two_writers")) two_writers<<<4, n>>>(out, broken);
    if (is("two_warps")) two_warps<<<4, 2 * n>>>(out, broken);
    if (is("one_value")) one_value<<<2, n>>>(out, broken);
    if (is("in_two_streams")) in_two_streams(out, broken);
    if (is("other_cluster")) other_cluster<<<4, n>>>(a, out, broken);
    return report_result();
}
