// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that wait for the clock, and other reads of the clock. What the clock counts does not depend on the way that a
// kernel runs, so the number of rounds is part of the output.
#include <cstdio>

__global__ void waits(long long* out)
{
    const unsigned first = static_cast<unsigned>(clock());
    unsigned rounds = 0, now = first;
    for (; now - first < 5000; ++rounds)
        now = static_cast<unsigned>(clock());
    out[blockIdx.x * blockDim.x + threadIdx.x] = rounds * 1000000ll + (now - first);
}

// Some lanes wait, and each longer than its neighbour.
__global__ void waits_apart(long long* out)
{
    long long rounds = 0, elapsed = 0;
    if (threadIdx.x % 3 == 0) {
        const long long first = clock64();
        for (; elapsed < 300 * (threadIdx.x + 1); ++rounds)
            elapsed = clock64() - first;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = rounds * 1000000 + elapsed;
}

// The upper half, and a read behind a predicate. Neither result ends the loop.
__global__ void other_reads(long long* out)
{
    unsigned high = 1, rounds = 0, first, now, some = 7;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(first));
    for (now = first; now - first < 2000; ++rounds) {
        asm volatile("mov.u32 %0, %%clock_hi;" : "=r"(high));
        asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 4; @p mov.u32 %0, %%clock; }" : "+r"(some) : "r"(threadIdx.x));
        asm volatile("mov.u32 %0, %%clock;" : "=r"(now));
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] =
        high * 10000000000ll + rounds * 1000000ll + (now - first) + (some == 7);
}

// A loop that works: each read counts the instructions alone.
__global__ void measures(long long* out)
{
    long long first = clock64(), most = 0;
    for (int k = 0; k < 40; ++k) {
        out[blockIdx.x * blockDim.x + threadIdx.x] = k;
        const long long now = clock64();
        most = max(most, now - first);
        first = now;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = most;
}

// The clock counts the nanoseconds of a sleep.
__global__ void sleeps(long long* out)
{
    const long long first = clock64();
    long long rounds = 0;
    for (; clock64() - first < 1000000; ++rounds)
        __nanosleep(5000 + threadIdx.x);
    out[blockIdx.x * blockDim.x + threadIdx.x] = rounds;
}

int main()
{
    const struct {
        const char* name;
        void (*kernel)(long long*);
    } kernels[] = {{"waits", waits},
                   {"waits_apart", waits_apart},
                   {"other_reads", other_reads},
                   {"measures", measures},
                   {"sleeps", sleeps}};
    constexpr int size = 40 * 128;
    static long long host[size];
    long long* out;
    if (cudaMalloc(&out, sizeof host)) return 1;
    for (const auto& one : kernels)
        for (const int threads : {128, 40, 1}) {
            if (cudaMemset(out, 0, sizeof host)) return 1;
            one.kernel<<<40, threads>>>(out);
            const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
            unsigned long long sum = 0;
            for (const long long x : host)
                sum = sum * 31 + static_cast<unsigned long long>(x);
            std::printf("%s, %d threads: %lld, %llu, %s\n", one.name, threads, host[0], sum, cudaGetErrorName(error));
        }
}
