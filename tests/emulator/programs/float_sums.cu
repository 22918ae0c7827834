// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point sums of many blocks, which round in block order for each number of host threads.
#include "expect.h"

#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

constexpr int blocks = 600, threads = 96;

struct sums {
    float single;
    double twice;
    __half2 halves;
    unsigned count;
};

// Blocks run for different times, and the first one longer than a turn of the interpreter.
__global__ void add(const float* in, float* out, sums* total, int turns_of_first)
{
    const int n = blockIdx.x * threads + threadIdx.x;
    float x = in[n];
    const int turns = blockIdx.x == 0 ? turns_of_first : 50 * (blockIdx.x % 7);
#pragma unroll 1
    for (int k = 0; k < turns; ++k)
        x = x * 0.999f + 0.01f;
    out[n] = x;
    atomicAdd(&total->single, x);
    atomicAdd(&total->twice, x * 1e-3);
    if (threadIdx.x == 5) atomicAdd(&total->halves, __floats2half2_rn(x * 0.01f, 1));
    atomicAdd(&total->count, 1);
}

// Adds in the order of blocks and threads.
void compare(const std::vector<float>& x, const sums& total)
{
    float single = 0, backwards = 0;
    double twice = 0;
    __half low = 0, high = 0;
    for (std::size_t n = 0; n < x.size(); ++n) {
        single += x[n];
        backwards += x[x.size() - 1 - n];
        twice += x[n] * 1e-3;
        if (n % threads == 5) {
            low = __float2half(__half2float(low) + __half2float(__float2half(x[n] * 0.01f)));
            high = __float2half(__half2float(high) + 1);
        }
    }
    EXPECT("another order has another sum", single != backwards);
    EXPECT("float", total.single == single);
    EXPECT("double", total.twice == twice);
    EXPECT("half2, low", __half2float(total.halves.x) == __half2float(low));
    EXPECT("half2, high", __half2float(total.halves.y) == __half2float(high));
    EXPECT("integer", total.count == blocks * threads);
}

int main()
{
    std::vector<float> in(blocks * threads), x(in.size());
    for (std::size_t n = 0; n < in.size(); ++n)
        in[n] = 1 + n % 1013 * 0.37f;
    float *device_in, *device_x;
    sums *device_total, total{};
    const std::size_t bytes = in.size() * sizeof(float);
    cudaMalloc(&device_in, bytes);
    cudaMalloc(&device_x, bytes);
    cudaMalloc(&device_total, sizeof total);
    cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice);
    for (int launch = 0; launch < 8; ++launch) { // the first launches alternate between one thread and several
        total = {};
        cudaMemcpy(device_total, &total, sizeof total, cudaMemcpyHostToDevice);
        add<<<blocks, threads>>>(device_in, device_x, device_total, 1 << 20);
        EXPECT("the kernel runs", cudaMemcpy(x.data(), device_x, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
        cudaMemcpy(&total, device_total, sizeof total, cudaMemcpyDeviceToHost);
        compare(x, total);
    }
    return failures;
}
