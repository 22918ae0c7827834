// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that take several turns: each holds memory for its threads' stacks, so few of them are under way at once.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <algorithm>
#include <cuda/atomic>
#include <vector>

constexpr int blocks = 48;
constexpr unsigned rounds = 600000; // of some instructions each: more than two of the turns that a block gets

__device__ unsigned begun, ended;

using counter = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__host__ __device__ unsigned next(unsigned x)
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

__global__ void compute(unsigned* result, unsigned* under_way)
{
    if (threadIdx.x == 0) atomicAdd(&begun, 1);
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned i = 0; i < rounds; ++i)
        x = next(x);
    result[blockIdx.x * blockDim.x + threadIdx.x] = x;
    if (threadIdx.x != 0) return;
    under_way[blockIdx.x] =
        counter(begun).load(cuda::memory_order_relaxed) - counter(ended).load(cuda::memory_order_relaxed);
    atomicAdd(&ended, 1);
}

static unsigned expected(unsigned x)
{
    for (unsigned i = 0; i < rounds; ++i)
        x = next(x);
    return x;
}

int main()
{
    constexpr int threads = 32;
    unsigned *result = nullptr, *under_way = nullptr;
    cudaMalloc(&result, blocks * threads * sizeof *result);
    cudaMalloc(&under_way, blocks * sizeof *under_way);
    compute<<<blocks, threads>>>(result, under_way);
    std::vector<unsigned> r(blocks * threads), u(blocks);
    EXPECT("ends", cudaMemcpy(r.data(), result, r.size() * sizeof r[0], cudaMemcpyDefault) == cudaSuccess);
    cudaMemcpy(u.data(), under_way, u.size() * sizeof u[0], cudaMemcpyDefault);
    EXPECT("first thread", r.front() == expected(0));
    EXPECT("last thread", r.back() == expected(blocks * threads - 1));
    const unsigned most = *std::max_element(u.begin(), u.end());
    std::printf("%u blocks were under way at once\n", most);
    EXPECT("each block counts itself", *std::min_element(u.begin(), u.end()) > 0);
    EXPECT("few are under way", most <= 8);
    cudaFree(result);
    cudaFree(under_way);
    return failures;
}
