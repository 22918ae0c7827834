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

// No loop repeats an atomic, so that blocks run side by side from the second launch on. Each has another length.
__global__ void take_one_ticket(counts* now, uint2* tickets)
{
    unsigned x = blockIdx.x;
    for (unsigned k = 0; k < blockIdx.x * 7 % 64; ++k)
        x = x * 1664525 + 1013904223;
    if (threadIdx.x == 0) tickets[blockIdx.x] = {atomicAdd(&now->begun, 1), x};
}

// Warp 0 takes both tickets of its lanes before warp 1 takes one.
__global__ void take_two_tickets(counts* now, uint2* tickets)
{
    const unsigned first = atomicAdd(&now->begun, 1), second = atomicAdd(&now->begun, 1);
    if (threadIdx.x == threads - 1) tickets[blockIdx.x] = {first, second};
}

int main()
{
    counts* now = nullptr;
    uint2 *tickets = nullptr, *copy = new uint2[blocks];
    cudaMalloc(&now, sizeof *now);
    cudaMalloc(&tickets, blocks * sizeof *tickets);
    for (const auto kernel : {take_tickets, take_one_ticket, take_one_ticket, take_two_tickets, take_two_tickets}) {
        cudaMemset(now, 0, sizeof *now);
        kernel<<<blocks, threads>>>(now, tickets);
        cudaMemcpy(copy, tickets, blocks * sizeof *tickets, cudaMemcpyDeviceToHost);
        unsigned out_of_order = 0;
        unsigned long long hash = 0;
        for (unsigned b = 0; b < blocks; ++b) {
            hash = (hash * 31 + copy[b].x) * 31 + copy[b].y;
            out_of_order += copy[b].x != (kernel == take_tickets      ? copy[b].y
                                          : kernel == take_one_ticket ? b
                                                                      : (2 * b + 1) * threads + 31);
        }
        std::printf("%llu, %u blocks out of order: %s\n", hash, out_of_order, cudaGetErrorName(cudaGetLastError()));
    }
    delete[] copy;
}
