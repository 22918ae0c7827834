// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs from before sm_20 and sm_60 define atomicAdd for float and double. The program's functions are called, not
// the toolkit's. The guards are those of that time: in the host's pass, __CUDA_ARCH__ counts as 0.
#include <cuda_legacy/atomic_functions.h>

#include "check.h"

__device__ int own_calls;

__device__ double atomicAdd(double* address, double value)
{
    atomicAdd(&own_calls, 1);
    auto* const bits = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

#if __CUDA_ARCH__ < 200
static __inline__ __device__ float atomicAdd(float* address, float value)
{
    return atomicExch(address, *address + value);
}
#endif

struct sums {
    double as_double;
    float as_float;
    int as_int;
    unsigned as_unsigned;
    unsigned long long as_long_long;
};

__global__ void add(sums* out)
{
    atomicAdd(&out->as_double, 0.5);
    atomicAdd(&out->as_float, 1); // converts the value, as the toolkit's does
    atomicAdd(&out->as_int, -2);
    atomicAdd(&out->as_unsigned, 3u);
    atomicAdd(&out->as_long_long, 4);
}

int main()
{
    sums* out = nullptr;
    CHECK(cudaMalloc(&out, sizeof *out) == cudaSuccess);
    CHECK(cudaMemset(out, 0, sizeof *out) == cudaSuccess);
    add<<<2, 32>>>(out);
    sums host{};
    CHECK(cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(host.as_double == 32 && host.as_float == 64 && host.as_int == -128);
    CHECK(host.as_unsigned == 192 && host.as_long_long == 256);
    int calls = 0;
    CHECK(cudaMemcpyFromSymbol(&calls, own_calls, sizeof calls) == cudaSuccess);
    CHECK(calls == 64);
    return failures;
}
