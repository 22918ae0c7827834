// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses to the registers of a product by wgmma. Each case waits for the product first, and with a second argument
// after the access.
#include "defect.h"

#include <cuda_fp16.h>

#include <cstdint>
#include <cstring>

constexpr int rows = 64, columns = 8, inner = 16; // of A and B; the smallest product of half precision

__device__ unsigned address_of(const void* shared) { return unsigned(__cvta_generic_to_shared(shared)); }

// Without swizzle, a tile consists of 8 by 8 blocks of 128 bytes. All elements of a tile are equal here.
__device__ std::uint64_t descriptor_of(const half* tile)
{
    return std::uint64_t(address_of(tile) >> 4) | std::uint64_t(128 >> 4) << 16 | std::uint64_t(256 >> 4) << 32;
}

__device__ void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int pending>
__device__ void wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}
// Keeps the compiler from moving uses of the registers to before this place.
__device__ void keep(float (&d)[4]) { asm volatile("" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])::"memory"); }

// D += A B
__device__ void multiply(float (&d)[4], std::uint64_t a, std::uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(a), "l"(b));
}
// A lies in registers.
__device__ void multiply(float (&d)[4], const unsigned (&a)[4], std::uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

struct tiles {
    alignas(128) half a[rows * inner], b[columns * inner];
};
__device__ void fill(tiles& t, const float* in)
{
    for (int k = threadIdx.x; k < rows * inner; k += 128)
        t.a[k] = __float2half(in[0]);
    for (int k = threadIdx.x; k < columns * inner; k += 128)
        t.b[k] = __float2half(in[1]);
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
}

// One product of the tiles, in a group of its own.
__device__ void begin_group(float (&d)[4], const tiles& t)
{
    begin_products();
    multiply(d, descriptor_of(t.a), descriptor_of(t.b));
    commit();
}

__global__ void stored(const float* in, float* out, bool broken)
{
    __shared__ tiles t;
    fill(t, in);
    float d[4] = {};
    begin_group(d, t);
    if (!broken) wait<0>();
    keep(d);
    out[threadIdx.x] = d[0];
    wait<0>();
}

__global__ void computed(const float* in, float* out, bool broken)
{
    __shared__ tiles t;
    fill(t, in);
    float d[4] = {};
    begin_group(d, t);
    if (!broken) wait<0>();
    keep(d);
    const float sum = d[0] + d[1];
    wait<0>();
    out[threadIdx.x] = sum;
}

// Products that add to one accumulator follow each other without a wait. A product that no group has is not waited for.
__global__ void not_committed(const float* in, float* out, bool broken)
{
    __shared__ tiles t;
    fill(t, in);
    float d[4] = {};
    begin_products();
    for (int k = 0; k < 3; ++k)
        multiply(d, descriptor_of(t.a), descriptor_of(t.b));
    if (!broken) commit();
    wait<0>();
    keep(d);
    out[threadIdx.x] = d[0];
    commit();
    wait<0>();
}

// One group may be pending: the second, which has another accumulator.
__global__ void group_too_many(const float* in, float* out, bool broken)
{
    __shared__ tiles t;
    fill(t, in);
    float d[4] = {}, e[4] = {};
    begin_products();
    multiply(d, descriptor_of(t.a), descriptor_of(t.b));
    commit();
    multiply(e, descriptor_of(t.a), descriptor_of(t.b));
    commit();
    wait<1>();
    keep(d);
    out[threadIdx.x] = d[0];
    if (!broken) wait<0>();
    keep(e);
    out[threadIdx.x] += e[0];
    wait<0>();
}

// The last product of a loop.
__global__ void pipelined(const float* in, float* out, bool broken, int steps)
{
    __shared__ tiles t;
    fill(t, in);
    float d[4] = {};
    begin_products();
#pragma unroll 1
    for (int k = 0; k < steps; ++k) {
        multiply(d, descriptor_of(t.a), descriptor_of(t.b));
        commit();
        wait<1>();
    }
    if (!broken) wait<0>();
    keep(d);
    out[threadIdx.x] = d[0];
    wait<0>();
}

// The next rows of A come into the registers of the product before.
__global__ void overwritten(const float* in, float* out, bool broken, int steps)
{
    __shared__ tiles t;
    fill(t, in);
    float d[4] = {};
    volatile unsigned* const from = reinterpret_cast<volatile unsigned*>(t.a);
    begin_products();
#pragma unroll 1
    for (int k = 0; k < steps; ++k) {
        const unsigned a[4] = {from[k], from[k + 1], from[k + 2], from[k + 3]};
        multiply(d, a, descriptor_of(t.b));
        commit();
        if (!broken) wait<0>();
    }
    wait<0>();
    keep(d);
    out[threadIdx.x] = d[0];
}

// The next rows of A come into registers of their own, while the product before may still read its own.
__global__ void prefetched(const float* in, float* out, bool broken)
{
    __shared__ tiles t;
    fill(t, in);
    float d[4] = {};
    volatile unsigned* const from = reinterpret_cast<volatile unsigned*>(t.a);
    begin_products();
    const unsigned a[4] = {from[0], from[1], from[2], from[3]};
    multiply(d, a, descriptor_of(t.b));
    commit();
    const unsigned next[4] = {from[4] | 1, from[5] | 1, from[6] | 1, from[7] | 1};
    multiply(d, next, descriptor_of(t.b));
    commit();
    if (broken)
        wait<1>();
    else
        wait<0>();
    keep(d);
    out[threadIdx.x] = d[0];
    wait<0>();
}

// A is the result of the product before.
__global__ void next_a(const float* in, float* out, bool broken)
{
    __shared__ tiles t;
    fill(t, in);
    unsigned s[2] = {}; // of half precision
    float d[4] = {};
    begin_products();
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%0, %1}, %2, %3, 1, 1, 1, 0, 0;"
                 : "+r"(s[0]), "+r"(s[1])
                 : "l"(descriptor_of(t.a)), "l"(descriptor_of(t.b)));
    commit();
    if (!broken) wait<0>();
    asm volatile("" : "+r"(s[0]), "+r"(s[1])::"memory");
    const unsigned a[4] = {s[0], s[1], s[0], s[1]};
    multiply(d, a, descriptor_of(t.b));
    commit();
    wait<0>();
    keep(d);
    out[threadIdx.x] = d[0];
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    float *in = numbers(rows * inner), *out = numbers(128);
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("stored")) stored<<<1, 128>>>(in, out, broken);
    if (is("computed")) computed<<<1, 128>>>(in, out, broken);
    if (is("not_committed")) not_committed<<<1, 128>>>(in, out, broken);
    if (is("group_too_many")) group_too_many<<<1, 128>>>(in, out, broken);
    if (is("pipelined")) pipelined<<<1, 128>>>(in, out, broken, 4);
    if (is("overwritten")) overwritten<<<1, 128>>>(in, out, broken, 4);
    if (is("prefetched")) prefetched<<<1, 128>>>(in, out, broken);
    if (is("next_a")) next_a<<<1, 128>>>(in, out, broken);
    return report();
}
