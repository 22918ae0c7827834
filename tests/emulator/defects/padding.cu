// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures in shared memory with bytes that belong to no member. They are copied as a whole, and that is no use of
// what was never written; each case leaves out a member of one element with a second argument, or computes with
// padding.
#include "defect.h"

#include <cstring>

struct inner { // three bytes behind c
    char c;
    int i;
};
struct wide { // four bytes behind i
    int i;
    double d;
};
struct tail { // four bytes at the end
    double d;
    int i;
};
struct alignas(16) rounded { // four bytes at the end
    float x, y, z;
};
struct fields { // the bits behind b
    unsigned a : 3, b : 7;
};

__device__ void set(inner& s, int t, bool all)
{
    s.c = t;
    if (all) s.i = t;
}
__device__ void set(wide& s, int t, bool all)
{
    s.i = t;
    if (all) s.d = t;
}
__device__ void set(tail& s, int t, bool all)
{
    s.i = t;
    if (all) s.d = t;
}
__device__ void set(rounded& s, int t, bool all)
{
    s.y = s.z = t;
    if (all) s.x = t;
}
// The last thread's element lacks a member when it is broken.
template <class S>
__device__ void set_all(S* s, bool broken)
{
    const int t = threadIdx.x;
    set(s[t], t, !(broken && t == 63));
    __syncthreads();
}

template <class S>
__global__ void whole(S* out, bool broken)
{
    __shared__ S s[64];
    set_all(s, broken);
    out[threadIdx.x] = s[63 - threadIdx.x];
}

// The compiler knows nothing of the structure in dynamic shared memory, and takes two words at once where it can.
template <class S>
__global__ void dynamic(S* out, bool broken)
{
    extern __shared__ double storage[];
    S* const s = reinterpret_cast<S*>(storage);
    set_all(s, broken);
    out[threadIdx.x] = s[63 - threadIdx.x];
}

template <class Piece>
__global__ void by_pieces(Piece* out, bool broken)
{
    __shared__ inner s[64];
    set_all(s, broken);
    for (int k = threadIdx.x; k < sizeof s / sizeof(Piece); k += blockDim.x)
        out[k] = reinterpret_cast<Piece*>(s)[k];
}

// Through registers and other shared memory.
__global__ void twice(inner* out, bool broken)
{
    __shared__ inner s[64], other[64];
    set_all(s, broken);
    other[threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = other[63 - threadIdx.x];
}

// What is taken out of a word that is defined in part.
__global__ void computed(int* out, bool broken)
{
    __shared__ inner s[64];
    set_all(s, false);
    const unsigned word = *reinterpret_cast<volatile unsigned*>(s + 63 - threadIdx.x);
    int sum = (word & 0xff) + (static_cast<int>(word << 24) >> 24) + static_cast<signed char>(word);
    sum += __byte_perm(word, 0, 0x4440) + (static_cast<unsigned long long>(word) << 56 >> 56);
    if ((word & 0x7f) > 5) ++sum;
    out[threadIdx.x] = broken ? sum + word : sum;
}

// Fields are put into a word that was never written.
__global__ void bits(int* out, bool broken)
{
    __shared__ fields s[64];
    s[threadIdx.x].a = threadIdx.x;
    if (!broken) s[threadIdx.x].b = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x].a + (threadIdx.x > 5 ? s[63 - threadIdx.x].b : 0);
}

// The same, copied whole.
__global__ void bit_fields(fields* out, bool broken)
{
    __shared__ fields s[64];
    if (!broken || threadIdx.x != 63) s[threadIdx.x].a = threadIdx.x;
    s[threadIdx.x].b = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    void* const out = numbers(1024);
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("inner")) whole<<<1, 64>>>(static_cast<inner*>(out), broken);
    if (is("wide")) whole<<<1, 64>>>(static_cast<wide*>(out), broken);
    if (is("tail")) whole<<<1, 64>>>(static_cast<tail*>(out), broken);
    if (is("rounded")) whole<<<1, 64>>>(static_cast<rounded*>(out), broken);
    if (is("dynamic_wide")) dynamic<<<1, 64, 64 * sizeof(wide)>>>(static_cast<wide*>(out), broken);
    if (is("dynamic_tail")) dynamic<<<1, 64, 64 * sizeof(tail)>>>(static_cast<tail*>(out), broken);
    if (is("by_bytes")) by_pieces<<<1, 64>>>(static_cast<char*>(out), broken);
    if (is("by_words")) by_pieces<<<1, 64>>>(static_cast<int*>(out), broken);
    if (is("twice")) twice<<<1, 64>>>(static_cast<inner*>(out), broken);
    if (is("computed")) computed<<<1, 64>>>(static_cast<int*>(out), broken);
    if (is("bit_fields")) bit_fields<<<1, 64>>>(static_cast<fields*>(out), broken);
    if (is("bits")) bits<<<1, 64>>>(static_cast<int*>(out), broken);
    return report();
}
