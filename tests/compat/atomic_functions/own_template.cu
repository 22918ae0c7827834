// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program's own template is called for types that the toolkit supports only in part, such as pairs of float from
// sm_90 on. For other types the toolkit's function is preferred, as before.
#include "../alone/check.h"

__device__ int own_calls;

template <class T>
__device__ T atomicAdd(T* address, T value)
{
    atomicAdd(&own_calls, 1);
    const T old = *address;
    address->x += value.x;
    return old;
}

struct one {
    int x;
};

struct sums {
    float2 as_pair;
    one as_one;
    int as_int;
};

__global__ void add(sums* out)
{
    atomicAdd(&out->as_pair, make_float2(2, 3));
    atomicAdd(&out->as_one, one{4});
    atomicAdd(&out->as_int, 5);
}

int main()
{
    sums* out = nullptr;
    CHECK(cudaMalloc(&out, sizeof *out) == cudaSuccess);
    CHECK(cudaMemset(out, 0, sizeof *out) == cudaSuccess);
    add<<<1, 1>>>(out);
    sums host{};
    CHECK(cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(host.as_pair.x == 2 && host.as_pair.y == 0 && host.as_one.x == 4 && host.as_int == 5);
    int calls = 0;
    CHECK(cudaMemcpyFromSymbol(&calls, own_calls, sizeof calls) == cudaSuccess);
    CHECK(calls == 2);
    return failures;
}
