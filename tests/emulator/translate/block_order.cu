// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that say in which order they begin and end. Some wait for blocks behind them, so that others run in between.
#include <cstdio>

constexpr unsigned blocks = 20000, threads = 64;

struct counts {
    unsigned begun, ended;
};

__global__ void take_tickets(counts* now, uint2* tickets)
{
    __shared__ unsigned first;
    if (threadIdx.x == 0) first = atomicAdd(&now->begun, 1);
    __syncthreads();
    if (blockIdx.x % 100 == 7 && blockIdx.x + 5 < gridDim.x && threadIdx.x == 0)
        while (atomicAdd(&now->begun, 0) < first + 4) {}
    __syncthreads();
    if (threadIdx.x == 0) tickets[blockIdx.x] = {first, atomicAdd(&now->ended, 1)};
}

int main()
{
    counts* now = nullptr;
    uint2 *tickets = nullptr, *copy = new uint2[blocks];
    cudaMalloc(&now, sizeof *now);
    cudaMalloc(&tickets, blocks * sizeof *tickets);
    cudaMemset(now, 0, sizeof *now);
    take_tickets<<<blocks, threads>>>(now, tickets);
    cudaMemcpy(copy, tickets, blocks * sizeof *tickets, cudaMemcpyDeviceToHost);
    unsigned out_of_order = 0;
    unsigned long long hash = 0;
    for (unsigned b = 0; b < blocks; ++b) {
        hash = (hash * 31 + copy[b].x) * 31 + copy[b].y;
        out_of_order += copy[b].x != copy[b].y;
    }
    std::printf("%llu, %u blocks end out of order: %s\n", hash, out_of_order, cudaGetErrorName(cudaGetLastError()));
    delete[] copy;
}
