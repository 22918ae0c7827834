// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without a function of the program, the toolkit's functions are called: for double, and for the types of cuda_fp16.h.
#include <cuda_fp16.h>

#include "../alone/check.h"

struct sums {
    double as_double;
    float as_float;
    __half2 as_halves;
};

__global__ void add(sums* out)
{
    atomicAdd(&out->as_double, 1);
    atomicAdd(&out->as_float, 0.25f);
    atomicAdd(&out->as_halves, __halves2half2(__float2half(1.0f), __float2half(2.0f)));
}

int main()
{
    sums* out = nullptr;
    CHECK(cudaMalloc(&out, sizeof *out) == cudaSuccess);
    CHECK(cudaMemset(out, 0, sizeof *out) == cudaSuccess);
    add<<<1, 32>>>(out);
    sums host{};
    CHECK(cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(host.as_double == 32 && host.as_float == 8);
    CHECK(__low2float(host.as_halves) == 32 && __high2float(host.as_halves) == 64);
    return failures;
}
