// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What orders accesses of a cluster's blocks to global memory. Each case is right, and with a second argument something is
// missing.
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
        while (here.load(cuda::std::memory_order_acquire) == 0) {
        }
        take(out, a);
    }
    cluster.sync();
}

// Who is the last to draw a ticket from the first block's shared memory reads what all have left.
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

// A barrier of one cluster says nothing to the next one, which has its shared memory here.
__global__ void __cluster_dims__(2) other_cluster(float* a, float* out, bool broken)
{
    cg::cluster_group cluster = cg::this_cluster();
    float* const part = broken ? a : a + blockIdx.x / 2 * n;
    if (blockIdx.x == 0 || !broken && cluster.block_rank() == 0) leave(part);
    cluster.sync();
    if (cluster.block_rank() == 1) take(out + blockIdx.x / 2 * n, part);
    cluster.sync();
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
    if (is("flag")) flag<<<2, n>>>(a, out, broken);
    if (is("ticket")) ticket<<<4, n>>>(a, out, broken);
    if (is("other_cluster")) other_cluster<<<4, n>>>(a, out, broken);
    return report();
}
