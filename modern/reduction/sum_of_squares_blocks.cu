// Sum of squares: a partial sum per thread, and the warps add theirs to one number on the GPU.
//
// Source:  H, section 11, "更多的并行化"
// Legacy:  legacy/reduction/sum_of_squares_blocks.cu
// Changes: 1. 8192 sums for the CPU -> one number: cooperative_groups::reduce_update_async adds up a warp, and adds
//             that to the number by one atomic. Not one atomic for each thread: the 32 of a warp would queue at one
//             address, as the compiler joins those of 32-bit integers alone
//          2. BLOCK_NUM 32 -> as many blocks as the device holds
//          3. clock() of different multiprocessors -> CUDA events around the launch
//          4. int -> long long: below 2^63, which two squares of the smallest int make
//          5. DATA_SIZE in the kernel -> n, any number, and i a long long, with its sign: the compiler unrolls the loop
//             then, so that a thread has many loads under way, and does not with a std::size_t
//          6. an error that only the caller asks for -> check(), which throws; cudaFree -> owners
// Note:    migration-notes/host_sums.md, migration-notes/clock_timing.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>

#include "../support/cuda.hpp"   // check(), device_memory, event
#include "../support/launch.hpp" // resident_blocks()

namespace cg = cooperative_groups;

#define DATA_SIZE  1048576
#define THREAD_NUM 256
#define PER_THREAD 16 // a thread for so many numbers, as long as the device holds all threads

__global__ static void sumOfSquares(const int *num, long long* result, long long n)
{
    const int tid = threadIdx.x;
    const int bid = blockIdx.x;
    long long sum = 0;
    long long i;

    for (i = (long long)bid * THREAD_NUM + tid; i < n; i += (long long)gridDim.x * THREAD_NUM)
        sum += (long long)num[i] * num[i];

    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cuda::atomic_ref<long long, cuda::thread_scope_device> total(*result);
    cg::reduce_update_async(warp, total, sum, cg::plus<long long>());
}

// The middle of the document's main: copies n numbers in, and their sum of squares back. What went wrong is thrown.
long long sum_of_squares_blocks(const int* data, std::size_t n, float* milliseconds)
{
    device_memory<int> gpudata;
    device_memory<long long> result;
    event start, stop;
    check(cudaMalloc(gpudata.out(), sizeof(int) * n));
    check(cudaMalloc(result.out(), sizeof(long long)));
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaMemcpy(gpudata, data, sizeof(int) * n, cudaMemcpyHostToDevice));
    check(cudaMemset(result, 0, sizeof(long long)));

    const int block_num = resident_blocks(sumOfSquares, THREAD_NUM, n / PER_THREAD);
    check(cudaEventRecord(start));
    sumOfSquares<<<block_num, THREAD_NUM, 0>>>(gpudata, result, n);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));

    long long final_sum;
    check(cudaMemcpy(&final_sum, result, sizeof(long long), cudaMemcpyDeviceToHost));
    check(cudaEventElapsedTime(milliseconds, start, stop));
    return final_sum;
}

int main()
try {
    static int data[DATA_SIZE];
    for (int i = 0; i < DATA_SIZE; i++)
        data[i] = rand() % 10;

    float milliseconds;
    long long final_sum = sum_of_squares_blocks(data, DATA_SIZE, &milliseconds);
    printf("sum: %lld  time: %.3f ms\n", final_sum, milliseconds);
    return 0;
} catch (const std::exception& error) {
    return failed(error);
}
