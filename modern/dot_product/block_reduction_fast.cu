// Dot product of two vectors of floats as fast as they can be read: four elements to a load, eight loads under way in
// each thread, one launch, and one atomic for each block. The blocks add in no fixed order: the last digits may differ
// from run to run.
//
// Twin: modern/dot_product/block_reduction.cu
// Note: migration-notes/tree_reduction.md, migration-notes/host_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <vector>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/cmath>

#include "../support/cuda.hpp"   // check(), device_memory, event
#include "../support/launch.hpp" // resident_blocks()

constexpr int threads_per_block = 256;

__global__ void dotProduct(const float* a, const float* b, float* c, std::size_t n)
{
    using block_reduce = cub::BlockReduce<float, threads_per_block>;
    __shared__ block_reduce::TempStorage buf;

    // Four elements to a load (cudaMalloc aligns); the last few, which fill no float4, go to the first threads.
    const auto *a4 = reinterpret_cast<const float4*>(a), *b4 = reinterpret_cast<const float4*>(b);
    const std::size_t n4 = n / 4;
    const std::size_t tid = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * threads_per_block;

    float sum = 0;
#pragma unroll 4
    for (std::size_t i = tid; i < n4; i += stride) {
        const float4 x = a4[i], y = b4[i];
        sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    if (const std::size_t i = n4 * 4 + tid; i < n) sum += a[i] * b[i];

    sum = block_reduce(buf).Sum(sum);
    if (threadIdx.x == 0)
        cuda::atomic_ref<float, cuda::thread_scope_device>{*c}.fetch_add(sum, cuda::memory_order_relaxed);
}

void block_reduction(std::size_t n, const float* h_a, const float* h_b, float* result, float* milliseconds)
{
    device_memory<float> d_a, d_b, d_c;
    check(cudaMalloc(d_a.out(), n * sizeof(float)));
    check(cudaMalloc(d_b.out(), n * sizeof(float)));
    check(cudaMalloc(d_c.out(), sizeof(float)));
    check(cudaMemcpy(d_a, h_a, n * sizeof(float), cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_b, h_b, n * sizeof(float), cudaMemcpyHostToDevice));
    check(cudaMemset(d_c, 0, sizeof(float)));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    const int blocks = resident_blocks(dotProduct, threads_per_block, cuda::ceil_div(n, std::size_t{4}));

    check(cudaEventRecord(start));
    dotProduct<<<blocks, threads_per_block>>>(d_a, d_b, d_c, n);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));

    check(cudaMemcpy(result, d_c, sizeof(float), cudaMemcpyDeviceToHost));
    check(cudaEventElapsedTime(milliseconds, start, stop));
}

int main()
try {
    const std::vector<float> h_a(1024, 1.0f), h_b(1024, 1.0f);
    float result, milliseconds;
    block_reduction(h_a.size(), h_a.data(), h_b.data(), &result, &milliseconds);
    std::printf("Kernel Execution time is: %0.3f milliseconds \n", milliseconds);
    std::printf("Result = %.2f \n", result);
} catch (const std::exception& error) {
    return failed(error);
}
