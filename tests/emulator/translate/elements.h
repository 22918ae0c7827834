// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of each size for tests of loads and stores: vectors of two and four beside the types of C++.
#pragma once

struct alignas(8) pair {
    unsigned a, b;
};
struct alignas(16) four {
    unsigned a, b, c, d;
};
__device__ inline unsigned value_of(pair p) { return p.a ^ p.b; }
__device__ inline unsigned value_of(four f) { return f.a ^ f.b ^ f.c ^ f.d; }
template <class T>
__device__ unsigned value_of(T v)
{
    return static_cast<unsigned>(v);
}
__device__ inline void set(pair& p, unsigned v) { p = {v, ~v}; }
__device__ inline void set(four& f, unsigned v) { f = {v, v * 3, ~v, v * 5}; }
template <class T>
__device__ void set(T& to, unsigned v)
{
    to = static_cast<T>(v * 77);
}
