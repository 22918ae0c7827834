// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs with labelled races, whose results are right in the usual order of blocks and warps, and some without a
// race.
//
// racy NAME: prints the result. "right" or "wrong" stands in front.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

constexpr int blocks = 24, threads = 128;

// RACE: the blocks read and write one counter.
__global__ void lost_update(int* data)
{
    if (threadIdx.x == 0) data[0] = data[0] + 1;
}

// RACE: the last block to write wins.
__global__ void last_writer(int* data)
{
    if (threadIdx.x == 0) data[0] = static_cast<int>(blockIdx.x) + 1;
}

// RACE: no barrier between the write of a tile and the read of another warp's part.
__global__ void missing_barrier(int* data)
{
    __shared__ int tile[threads];
    tile[threadIdx.x] = 1;
    const int value = threadIdx.x < 32 ? 1 : tile[threadIdx.x - 32];
    if (value == 1) atomicAdd(data, 1);
}

// RACE: no barrier before the tile is overwritten.
__global__ void overwritten_tile(int* data)
{
    __shared__ int tile[threads];
    tile[threadIdx.x] = 1;
    __syncthreads();
    const int value = tile[(threadIdx.x + 32) % threads];
    if (threadIdx.x / 32 == 2) tile[threadIdx.x - 64] = 5;
    if (value == 1) atomicAdd(data, 1);
}

// RACE: a lock that another block may take in between.
__global__ void broken_lock(int* data)
{
    if (threadIdx.x != 0) return;
    while (atomicAdd(data + 1, 0) != 0) {}
    atomicExch(data + 1, 1);
    const int before = atomicAdd(data, 0);
    atomicExch(data, before + 1);
    atomicExch(data + 1, 0);
}

__global__ void atomic_sum(int* data) { atomicAdd(data, 1); }

// No race: a tree behind barriers.
__global__ void tree(int* data)
{
    __shared__ int tile[threads];
    tile[threadIdx.x] = 1;
    __syncthreads();
    for (int s = threads / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) tile[threadIdx.x] += tile[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(data, tile[0]);
}

// No race: the lanes of a warp meet in a function.
__device__ __noinline__ int sum_of_warp(int value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(~0u, value, distance);
    return value;
}
__global__ void called(int* data)
{
    int sum = 0;
    for (int k = 0; k < 4; ++k)
        sum += sum_of_warp(k == static_cast<int>(threadIdx.x) % 4);
    if (threadIdx.x % 32 == 0) atomicAdd(data, sum);
}

// No race: each block waits for the next one, and adds to what that left.
__global__ void hand_over(int* data)
{
    if (threadIdx.x != 0) return;
    while (atomicAdd(data + 1, 0) != static_cast<int>(gridDim.x - 1 - blockIdx.x))
        __nanosleep(20);
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicAdd(data + 1, 1);
}

int main(int count, char** names)
{
    struct {
        const char* name;
        void (*kernel)(int*);
        int right;
    } const programs[] = {{"lost_update", lost_update, blocks},
                          {"last_writer", last_writer, blocks},
                          {"missing_barrier", missing_barrier, blocks * threads},
                          {"overwritten_tile", overwritten_tile, blocks * threads},
                          {"broken_lock", broken_lock, blocks},
                          {"atomic_sum", atomic_sum, blocks * threads},
                          {"tree", tree, blocks * threads},
                          {"hand_over", hand_over, blocks},
                          {"called", called, blocks * threads}};
    for (const auto& p : programs) {
        if (count < 2 || std::strcmp(p.name, names[1]) != 0) continue;
        int *data = nullptr, result = 0;
        if (cudaMalloc(&data, 8) != cudaSuccess || cudaMemset(data, 0, 8) != cudaSuccess) return 2;
        p.kernel<<<blocks, threads>>>(data);
        if (cudaMemcpy(&result, data, 4, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
        std::printf("%s %d\n", result == p.right ? "right" : "wrong", result);
        return cudaFree(data) == cudaSuccess ? 0 : 4;
    }
    return 5;
}
