// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order that a product by wgmma establishes between the warps of its warpgroup, as an H200 shows it: the product
// has what each warp wrote before its own wgmma.mma_async, and wgmma.wait_group waits for the product and for nothing
// else.
//
// collective_products relies_on_wait makes the mistake to take wgmma.wait_group for a barrier, and prints the error of
// the launch.
#include "../programs/expect.h"

#include <cuda/ptx>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>

namespace ptx = cuda::ptx;

constexpr int columns = 8, inner = 16, threads = 128;
constexpr int places = 4; // before wgmma.fence, wgmma.mma_async, wgmma.commit_group and wgmma.wait_group

// K-major without a swizzle: eight lines of 16 bytes are adjacent, and the other eight values of K follow.
__device__ std::uint64_t descriptor_of(const __half* matrix)
{
    const auto at = static_cast<std::uint64_t>(__cvta_generic_to_shared(matrix));
    return (at & 0x3ffff) >> 4 | std::uint64_t(128 >> 4) << 16 | std::uint64_t(256 >> 4) << 32;
}

// d = 1 b + d
__device__ void add_columns(float (&d)[4], const __half* b)
{
    const std::uint32_t ones = 0x3c003c00;
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
                 "{%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(ones), "l"(descriptor_of(b))
                 : "memory");
}
__device__ void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
__device__ void wait_for_products() { asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); }
__device__ void spend_time()
{
    const long long begin = clock64();
    while (clock64() - begin < 100000) {}
}

// Each warp writes its part of B, one of them late. No barrier is between the stores and the product.
__global__ void late_warp(int late, bool after_another_product, float* c)
{
    __shared__ __align__(256) __half b[columns * inner], zeros[columns * inner];
    b[threadIdx.x] = zeros[threadIdx.x] = 0.f;
    ptx::fence_proxy_async();
    __syncthreads();
    float d[4] = {};
    if (after_another_product) {
        begin_products();
        add_columns(d, zeros);
    }
    if (threadIdx.x / 32 == late) spend_time();
    b[threadIdx.x] = 1.f;
    ptx::fence_proxy_async();
    if (!after_another_product) begin_products();
    add_columns(d, b);
    commit();
    wait_for_products();
    b[threadIdx.x] = 2.f; // the wait says that all warps' parts of the product are complete
    for (int k = 0; k < 4; ++k)
        c[4 * threadIdx.x + k] = d[k];
}

// One lane waits for another warp before one of the product's instructions, which its warp then executes together.
__global__ void held_lane(int place, float* c)
{
    __shared__ __align__(256) __half b[columns * inner];
    __shared__ std::uint64_t last_warp;
    if (threadIdx.x == 0) ptx::mbarrier_init(&last_warp, 1);
    b[threadIdx.x] = 1.f;
    ptx::fence_proxy_async();
    __syncthreads();
    const auto pass = [&](int here) {
        if (here != place) return;
        if (threadIdx.x == threads - 1) {
            spend_time();
            ptx::mbarrier_arrive(&last_warp);
        }
        if (threadIdx.x == 1)
            while (!ptx::mbarrier_try_wait_parity(&last_warp, 0)) {}
    };
    float d[4] = {};
    pass(0);
    begin_products();
    pass(1);
    add_columns(d, b);
    pass(2);
    commit();
    pass(3);
    wait_for_products();
    for (int k = 0; k < 4; ++k)
        c[4 * threadIdx.x + k] = d[k];
}

// Each thread reads what another warp wrote before its own wgmma.wait_group.
__global__ void relies_on_wait(float* c)
{
    __shared__ __align__(256) __half b[columns * inner];
    __shared__ float values[threads];
    b[threadIdx.x] = 1.f;
    ptx::fence_proxy_async();
    __syncthreads();
    float d[4] = {};
    begin_products();
    add_columns(d, b);
    commit();
    values[threadIdx.x] = float(threadIdx.x);
    wait_for_products();
    c[threadIdx.x] = d[0] + values[threads - 1 - threadIdx.x];
}

static bool is_complete(const float* c)
{
    float sums[4 * threads];
    if (cudaMemcpy(sums, c, sizeof(sums), cudaMemcpyDeviceToHost) != cudaSuccess) return false;
    for (const float sum : sums)
        if (sum != inner) return false;
    return true;
}

int main(int argc, char** argv)
{
    float* c;
    cudaMalloc(&c, 4 * threads * sizeof(float));
    if (argc > 1 && !std::strcmp(argv[1], "relies_on_wait")) {
        relies_on_wait<<<1, threads>>>(c);
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    for (int late = 0; late < threads / 32; ++late)
        for (const bool after_another_product : {false, true}) {
            late_warp<<<1, threads>>>(late, after_another_product, c);
            EXPECT("what a late warp writes", is_complete(c));
        }
    for (int place = 0; place < places; ++place) {
        held_lane<<<1, threads>>>(place, c);
        EXPECT("a lane that waits", is_complete(c));
    }
    cudaFree(c);
    return failures;
}
