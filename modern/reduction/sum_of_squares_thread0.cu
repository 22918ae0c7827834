// Sum of squares: each block adds its threads' partial sums with CUB, and the blocks meet in one atomic.
// The same program as sum_of_squares_blocks.cu and sum_of_squares_tree.cu: how a block adds, in which the legacy
// three differ, is CUB's now. The sum is a long long: below 2^63, which two squares of the smallest int make.
//
// Source:  H, section 12, first kernel
// Legacy:  legacy/reduction/sum_of_squares_thread0.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/clock_timing.md, migration-notes/host_sums.md

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/std/span>

#include "../support/buffers.hpp" // check(), device_buffer, stopwatch: RAII, every call checked

constexpr int threads_per_block = 256;

__device__ long long square(int num) { return static_cast<long long>(num) * num; }

__global__ void sumOfSquares(cuda::std::span<const int> num, long long* result)
{
    using block_reduce = cub::BlockReduce<long long, threads_per_block>;
    __shared__ block_reduce::TempStorage shared;

    // Four numbers to a load (cudaMalloc aligns); the last few, which fill no int4, go to the first threads.
    const auto* quads = reinterpret_cast<const int4*>(num.data());
    const std::size_t quad_count = num.size() / 4;
    const std::size_t tid = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x;
    const std::size_t stride = gridDim.x * std::size_t{threads_per_block};

    long long sum = 0;
#pragma unroll 4
    for (std::size_t i = tid; i < quad_count; i += stride) {
        const int4 q = quads[i];
        sum += square(q.x) + square(q.y) + square(q.z) + square(q.w);
    }
    if (const std::size_t i = quad_count * 4 + tid; i < num.size()) sum += square(num[i]);

    sum = block_reduce(shared).Sum(sum);
    if (threadIdx.x == 0)
        cuda::atomic_ref<long long, cuda::thread_scope_device>{*result}.fetch_add(sum, cuda::memory_order_relaxed);
}

long long sum_of_squares_thread0(const std::vector<int>& data, float* milliseconds)
{
    const device_buffer<int> gpudata{data};
    const device_buffer<long long> result{1, zeroed};

    const int blocks = resident_blocks(sumOfSquares, threads_per_block, cuda::ceil_div(data.size(), std::size_t{4}));
    stopwatch time;
    sumOfSquares<<<blocks, threads_per_block>>>({gpudata.data(), data.size()}, result.data());
    check(cudaGetLastError());
    *milliseconds = time.stop();

    return result.to_host()[0];
}

int main()
try {
    std::vector<int> data(1 << 20);
    for (int& x : data)
        x = std::rand() % 10;

    float milliseconds;
    const long long final_sum = sum_of_squares_thread0(data, &milliseconds);
    std::printf("sum: %lld  time: %.3f ms\n", final_sum, milliseconds);
} catch (const std::exception& error) {
    return failed(error);
}
