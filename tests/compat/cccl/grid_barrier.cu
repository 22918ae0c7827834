// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cub::GridBarrier: every block reads what all others wrote before it, round for round; and cub::Mutex.
#include <cub/grid/grid_barrier.cuh>
#include <cub/host/mutex.cuh>

#include <thread>
#include <vector>

#include "../alone/check.h"

constexpr int blocks = 4, threads = 64, rounds = 5;

// Each thread adds what the same thread of the next block had a round ago.
__global__ void pass_on(cub::GridBarrier barrier, int* values, int* wrong)
{
    const int next = (blockIdx.x + 1) % gridDim.x;
    for (int round = 0; round < rounds; round++) {
        int* const now = values + round % 2 * blocks * threads;
        now[blockIdx.x * blockDim.x + threadIdx.x] = 1000 * round + blockIdx.x;
        barrier.Sync();
        if (now[next * blockDim.x + threadIdx.x] != 1000 * round + next) atomicAdd(wrong, 1);
    }
}

static void barriers()
{
    int *values, *wrong, seen = -1;
    cub::GridBarrierLifetime barrier;
    CHECK(cudaMalloc(&values, 2 * blocks * threads * sizeof(int)) == cudaSuccess);
    CHECK(cudaMalloc(&wrong, sizeof(int)) == cudaSuccess && cudaMemset(wrong, 0, sizeof(int)) == cudaSuccess);
    CHECK(barrier.HostReset() == cudaSuccess && barrier.Setup(blocks) == cudaSuccess);
    for (int grid : {blocks, 1, blocks}) { // used again, and by a grid of another size
        CHECK(barrier.Setup(grid) == cudaSuccess);
        pass_on<<<grid, threads>>>(barrier, values, wrong);
    }
    CHECK(cudaMemcpy(&seen, wrong, sizeof seen, cudaMemcpyDeviceToHost) == cudaSuccess && seen == 0);
    CHECK(cudaFree(values) == cudaSuccess && cudaFree(wrong) == cudaSuccess);
}

static void locks()
{
    cub::Mutex mutex;
    int count = 0;
    const auto add = [&] {
        for (int i = 0; i < 10000; i++) {
            mutex.Lock();
            count++;
            mutex.Unlock();
        }
    };
    std::thread other(add);
    add();
    other.join();
    CHECK(count == 20000);
}

int main()
{
    barriers();
    locks();
    return failures;
}
