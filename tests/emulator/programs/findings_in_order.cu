// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Findings in many blocks. Low blocks have more to do, so that high ones find theirs first where blocks run at once;
// told is what one thread tells that runs them in turn. The argument names the kernel.
#include <cassert>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>

constexpr int threads = 64;

__device__ int some_work(unsigned rounds)
{
    int x = threadIdx.x;
    for (unsigned k = 0; k < rounds; ++k)
        x = x * 1664525 + 1013904223;
    return x;
}
__device__ int more_in_low_blocks() { return some_work((gridDim.x - blockIdx.x) * 40); }

// Three races: one is in every block, the others are in some.
__device__ int race_in_blocks(int x)
{
    __shared__ int s[threads];
    const unsigned t = threadIdx.x, other = t ^ 32;
    s[t] = x;
    int sum = s[other];
    __syncthreads();
    if (blockIdx.x % 5 == 2) s[t] += s[other];
    __syncthreads();
    if (blockIdx.x % 7 == 4) s[other] = s[t] + 1;
    __syncthreads();
    return sum + s[t];
}
__global__ void races(int* out, int)
{
    const int x = more_in_low_blocks();
    out[threadIdx.x] = race_in_blocks(x);
}
// Every third block from the eighth on writes past the end. Races in higher blocks are not reported.
__global__ void illegal_writes(int* out, int n)
{
    int x = more_in_low_blocks();
    x += race_in_blocks(x);
    out[blockIdx.x % 3 == 2 && blockIdx.x >= 8 ? n + blockIdx.x : threadIdx.x] = x;
}
__global__ void shared_past_end(int* out, int)
{
    extern __shared__ int dynamic[];
    const int x = more_in_low_blocks();
    dynamic[threadIdx.x + (blockIdx.x > 10 ? blockIdx.x * 4 : 0)] = x;
    out[threadIdx.x] = dynamic[threadIdx.x];
}
__global__ void assertions(int* out, int)
{
    out[threadIdx.x] = more_in_low_blocks();
    assert(blockIdx.x % 4 != 3);
}
// Nothing ends block 0. It must not hide what block 5 does.
__global__ void endless_below(int* out, int n)
{
    if (blockIdx.x == 0)
        for (;;)
            asm volatile("" ::: "memory");
    int x = race_in_blocks(more_in_low_blocks());
    out[blockIdx.x >= 5 ? n + blockIdx.x : threadIdx.x] = x;
}
__global__ void endless_beside_races(int* out, int)
{
    if (blockIdx.x == 3)
        for (;;)
            asm volatile("" ::: "memory");
    out[threadIdx.x] = race_in_blocks(more_in_low_blocks());
}
// Blocks 0 to 2 wait for block 3, which will not come.
__global__ void waiting_below(int* out, int n)
{
    volatile int* flag = out;
    if (blockIdx.x == 3) out[n + threadIdx.x] = 1;
    if (blockIdx.x > 2) *flag = 1;
    while (*flag == 0) {}
}
__global__ void grid_barrier(int* out, int n)
{
    out[blockIdx.x == 3 ? n + threadIdx.x : threadIdx.x] = more_in_low_blocks();
    cooperative_groups::this_grid().sync();
    out[threadIdx.x] = 1;
}
// A loop that never lets other blocks run: its warps wait for each other.
__global__ void endless_barriers(int* out, int)
{
    for (;;)
        __syncthreads();
}
// So many blocks that a thread takes several at once, where the kernel is translated.
__global__ void late_writes(int* out, int n)
{
    const int x = some_work((gridDim.x - blockIdx.x) / 32);
    out[blockIdx.x % 1000 == 999 ? n + blockIdx.x : threadIdx.x] = x;
}
__global__ void endless_beside_writes(int* out, int n)
{
    if (blockIdx.x == 2040)
        for (;;)
            asm volatile("" ::: "memory");
    const int x = some_work((gridDim.x - blockIdx.x) / 32);
    out[blockIdx.x == 2047 || blockIdx.x > 4000 ? n + blockIdx.x : threadIdx.x] = x;
}

// The second half of the memory is unwritten, and each block copies a part of it. Block 5 and others also use what they
// read. Blocks far above these do not follow the load, so their copies count as written.
__global__ void unwritten_copies(int* all, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, value = all[n + i];
    const int x = some_work((gridDim.x - blockIdx.x) / 32);
    all[i] = blockIdx.x % 100 == 5 && value == 77 ? x : value;
}
int copy_unwritten()
{
    constexpr int blocks = 8192, n = blocks * threads;
    static int copied[n];
    int* all;
    cudaMalloc(&all, 2 * sizeof copied);
    cudaMemset(all + n, 0, sizeof(int));
    unwritten_copies<<<blocks, threads>>>(all, n);
    std::printf("%s\n", cudaGetErrorName(cudaMemcpy(copied, all, sizeof copied, cudaMemcpyDeviceToHost)));
    return 0;
}

int main(int, char** arguments)
{
    if (std::strcmp("unwritten_copies", arguments[1]) == 0) return copy_unwritten();
    const struct {
        const char* name;
        void (*kernel)(int*, int);
        int blocks;
    } cases[] = {{"races", races, 40},
                 {"illegal_writes", illegal_writes, 40},
                 {"shared_past_end", shared_past_end, 40},
                 {"assertions", assertions, 40},
                 {"endless_below", endless_below, 12},
                 {"endless_beside_races", endless_beside_races, 12},
                 {"waiting_below", waiting_below, 8},
                 {"grid_barrier", grid_barrier, 8},
                 {"endless_barriers", endless_barriers, 2},
                 {"late_writes", late_writes, 8192},
                 {"endless_beside_writes", endless_beside_writes, 8192}};
    for (const auto& c : cases) {
        if (std::strcmp(c.name, arguments[1]) != 0) continue;
        int *out, n = threads;
        cudaMalloc(&out, n * sizeof(int));
        cudaMemset(out, 0, n * sizeof(int));
        void* values[] = {&out, &n};
        const auto kernel = reinterpret_cast<const void*>(c.kernel);
        if (c.kernel == grid_barrier) {
            cudaLaunchCooperativeKernel(kernel, c.blocks, threads, values, 0, nullptr);
        } else {
            cudaLaunchKernel(kernel, c.blocks, threads, values, threads * sizeof(int), nullptr);
        }
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    return 1;
}
