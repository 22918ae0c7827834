// Sum of squares as fast as memory gives the numbers: 16 bytes to a load, and several loads under way in each thread.
// There are more blocks than the device holds at once. Multiprocessors are not all equally far from memory: where the
// grid is as large as the device, the slowest decides, and here the others take blocks from it.
//
// Twin: modern/reduction/sum_of_squares_thread0.cu
// Note: migration-notes/thread_0_sums.md, migration-notes/host_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/block/block_reduce.cuh>

#include "../support/cuda.hpp"   // check(), device_memory, event
#include "../support/launch.hpp" // resident_blocks()

constexpr int threads_per_block = 256;
constexpr int loads_per_thread = 4; // of 16 bytes, all sent off before the first is added
constexpr int waves = 8;            // blocks for each that the device holds at once
constexpr int numbers_per_tile = threads_per_block * loads_per_thread * 4;

__device__ long long square(int num) { return static_cast<long long>(num) * num; }
__device__ long long square(int4 q) { return square(q.x) + square(q.y) + square(q.z) + square(q.w); }

__global__ void sumOfSquares(const int* __restrict__ num, unsigned long long* result, std::size_t n)
{
    using block_reduce = cub::BlockReduce<long long, threads_per_block>;
    __shared__ block_reduce::TempStorage shared;

    long long sum = 0;
    const std::size_t tiles = n / numbers_per_tile;
    for (std::size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const auto* quads = reinterpret_cast<const int4*>(num + tile * numbers_per_tile); // cudaMalloc aligns
        int4 q[loads_per_thread];
#pragma unroll
        for (int k = 0; k < loads_per_thread; k++)
            q[k] = quads[k * threads_per_block + threadIdx.x];
#pragma unroll
        for (int k = 0; k < loads_per_thread; k++)
            sum += square(q[k]);
    }

    // What fills no tile, a number at a time.
    const std::size_t tid = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x;
    for (std::size_t i = tiles * numbers_per_tile + tid; i < n; i += std::size_t{gridDim.x} * threads_per_block)
        sum += square(num[i]);

    sum = block_reduce(shared).Sum(sum);
    // Nobody waits for what atomicAdd returns, as it is not looked at. Unsigned numbers add in the same way.
    if (threadIdx.x == 0) atomicAdd(result, static_cast<unsigned long long>(sum));
}

long long sum_of_squares_thread0(const int* data, std::size_t n, float* milliseconds)
{
    device_memory<int> gpudata;
    device_memory<unsigned long long> result;
    check(cudaMalloc(gpudata.out(), n * sizeof(int)));
    check(cudaMalloc(result.out(), sizeof(unsigned long long)));
    check(cudaMemcpy(gpudata, data, n * sizeof(int), cudaMemcpyHostToDevice));
    check(cudaMemset(result, 0, sizeof(unsigned long long)));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));

    const std::size_t most = std::size_t{waves} * resident_blocks(sumOfSquares, threads_per_block, n);
    const auto blocks = static_cast<unsigned>(std::clamp<std::size_t>(n / numbers_per_tile, 1, most));
    check(cudaEventRecord(start));
    sumOfSquares<<<blocks, threads_per_block>>>(gpudata, result, n);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));

    long long final_sum;
    check(cudaMemcpy(&final_sum, result, sizeof(final_sum), cudaMemcpyDeviceToHost));
    check(cudaEventElapsedTime(milliseconds, start, stop));
    return final_sum;
}

int main()
try {
    std::vector<int> data(1 << 20);
    for (int& x : data)
        x = std::rand() % 10;

    float milliseconds;
    const long long final_sum = sum_of_squares_thread0(data.data(), data.size(), &milliseconds);
    std::printf("sum: %lld  time: %.3f ms\n", final_sum, milliseconds);
} catch (const std::exception& error) {
    return failed(error);
}
