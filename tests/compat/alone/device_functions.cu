// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every function without underscores exists without any other part of compat, and does what its successor does.
#include <cuda_legacy/device_functions.h>

#include "check.h"

__global__ void call(int* out, float x, int n, int never)
{
    __shared__ int shared[64];
    const int thread = static_cast<int>(threadIdx.x);
    shared[thread] = thread;
    syncthreads();
    const int other = shared[63 - thread];
    if (thread == 0) {
        int* at = out;
        *at++ = other;
        *at++ = mulhi(1 << 20, 1 << 20);
        *at++ = static_cast<int>(mulhi(-1, 2u));
        *at++ = static_cast<int>(mul64hi(1LL << 40, 1LL << 40));
        *at++ = static_cast<int>(mul64hi(-1LL, 2ull));
        *at++ = mul24(0x1000003, n);
        *at++ = static_cast<int>(umul24(0x1000003u, 5u));
        *at++ = float_as_int(x);
        *at++ = static_cast<int>(float_as_uint(x));
        *at++ = static_cast<int>(int_as_float(0x40000000));
        *at++ = static_cast<int>(uint_as_float(0x40400000u));
        *at++ = static_cast<int>(saturate(x) * 8);
        *at++ = float2int(x);
        *at++ = float2int(x, cudaRoundPosInf);
        *at++ = static_cast<int>(float2uint(x, cudaRoundNearest));
        *at++ = float_as_int(int2float(16777217));
        *at++ = float_as_int(int2float(16777217, cudaRoundPosInf));
        *at++ = float_as_int(uint2float(16777219u, cudaRoundZero));
        threadfence();
        threadfence(false);
        prof_trigger(n);
        prof_trigger(99);
    }
    if (n == never) {
        brkpt();
        brkpt(1);
        trap();
    }
}

int main()
{
    const int wanted[] = {63, 256, 1, 65536, 1, 15, 15,         0x3fd9999a, 0x3fd9999a,
                          2,  3,   8, 1,     2, 2,  0x4b800000, 0x4b800001, 0x4b800001};
    const int n = sizeof wanted / sizeof *wanted;
    int out[n], *memory = nullptr;
    CHECK(cudaMalloc(&memory, sizeof out) == cudaSuccess);
    call<<<1, 64>>>(memory, 1.7f, 5, 6);
    CHECK(cudaMemcpy(out, memory, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < n; i++) {
        if (out[i] != wanted[i]) std::printf("%d: %d, not %d\n", i, out[i], wanted[i]);
        CHECK(out[i] == wanted[i]);
    }
    return failures;
}
