// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits of memory that nothing has written, and instructions that leave some bits of a result defined. With a second
// argument the second half of the input is unwritten; the cases from `fields_in_place` on are right either way.
#include "defect.h"

#include <cstring>
#include <cuda_fp16.h>

constexpr int n = 64;

template <class T>
T* device(int count)
{
    T* p = nullptr;
    cudaMalloc(&p, count * sizeof(T));
    return p;
}
template <class T>
T* uploaded(int count, bool whole)
{
    T host[n] = {};
    T* const p = device<T>(count);
    cudaMemcpy(p, host, (whole ? count : count / 2) * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

// A kernel that computes each element of `out` from the element `v` of `in`.
#define EACH(name, T, R, value)                                                                                        \
    __global__ void name(R* out, const T* in)                                                                          \
    {                                                                                                                  \
        const T v = in[threadIdx.x];                                                                                   \
        out[threadIdx.x] = value;                                                                                      \
    }
EACH(doubled, int, int, v * 2)
EACH(times_four, int, int, v * 4)
EACH(by_number, unsigned, unsigned, v << (threadIdx.x % 7 + 1))
EACH(halved, unsigned, unsigned, v / 2)
EACH(shifted_right, int, int, v >> 4)
EACH(rotated, unsigned, unsigned, __funnelshift_l(v, v, 5))
EACH(masked, unsigned, unsigned, v & 0x0f0f0)
EACH(second_byte, unsigned, unsigned, v & 0xff00)
EACH(modulo, unsigned, unsigned, v % 8)
EACH(flagged, unsigned, unsigned, v | 1)
EACH(field, unsigned, unsigned, (v >> 5) & 63)
EACH(replaced_field, unsigned, unsigned, (v & ~0xf0u) | 0x50)
EACH(multiplied, int, int, v * 3 + 1)
EACH(bytes, unsigned char, unsigned char, v * 2)
EACH(masked_bytes, unsigned char, unsigned char, v & 7)
EACH(bytes_to_words, unsigned char, int, v * 2)
EACH(words_of_16, short, short, v * 2)
EACH(words_of_64, long long, long long, v * 2)
EACH(masked_64, unsigned long long, unsigned long long, v & 0xfffffff)
EACH(vectors, int4, int4, make_int4(v.x * 2, v.y * 2, v.z * 4, v.w * 8))
EACH(half_pairs, float2, half2, __float22half2_rn(v))
EACH(widened, unsigned char, unsigned, v)
EACH(lowest_byte, unsigned, unsigned, v & 0xff)
__global__ void in_place(int* p) { p[threadIdx.x] *= 2; }

struct flags {
    unsigned low : 3, high : 7;
};
__global__ void set_fields(flags* p, bool high)
{
    p[threadIdx.x].low = threadIdx.x;
    if (high) p[threadIdx.x].high = threadIdx.x;
}
__global__ void set_flags(unsigned* p) { p[threadIdx.x] |= 1; } // a field of one bit looks the same
__global__ void set_characters(int* p) { *reinterpret_cast<char*>(p + threadIdx.x) = threadIdx.x; }
__global__ void read_characters(int* out, const volatile int* p) { out[threadIdx.x] = (p[threadIdx.x] & 0xff) * 3; }
__global__ void set_halves(half2* p) { reinterpret_cast<half*>(p + threadIdx.x)[0] = __float2half(1); }
struct node {
    char kind;
    int value;
};
__global__ void set_nodes(node* p)
{
    p[threadIdx.x].kind = 1;
    p[threadIdx.x].value = threadIdx.x;
}
EACH(copy_fields, flags, flags, v)
EACH(copy_words, int, int, v)
EACH(swap_halves, half2, half2, __lowhigh2highlow(v))
EACH(replace_half, half2, half2, __halves2half2(__float2half(2), __high2half(v)))
EACH(copy_nodes, unsigned long long, unsigned long long, v)
EACH(move_member, unsigned long long, unsigned long long, v << 32 | threadIdx.x)
// From a place that is no multiple of four bytes.
__global__ void copy_misaligned(unsigned* out, const unsigned* in, int bytes)
{
    out[threadIdx.x] = in[threadIdx.x] >> 8 * bytes | in[threadIdx.x + 1] << (32 - 8 * bytes);
}
__global__ void copy_funnelled(unsigned* out, const unsigned* in, int bytes)
{
    out[threadIdx.x] = __funnelshift_r(in[threadIdx.x], in[threadIdx.x + 1], 8 * bytes);
}

template <class R, class T>
void run(void (*kernel)(R*, const T*), bool broken, bool copies)
{
    R* const out = device<R>(n);
    static R host[n];
    kernel<<<1, n>>>(out, uploaded<T>(n, !broken));
    if (copies) cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
#define RUN(name)                                                                                                      \
    if (is(#name)) run(name, broken, false);
    RUN(doubled)
    RUN(times_four) RUN(by_number) RUN(halved) RUN(shifted_right) RUN(rotated) RUN(masked) RUN(second_byte) RUN(modulo)
        RUN(flagged) RUN(field) RUN(replaced_field) RUN(multiplied) RUN(bytes) RUN(masked_bytes) RUN(bytes_to_words)
            RUN(words_of_16) RUN(words_of_64) RUN(masked_64) RUN(vectors) RUN(half_pairs) if (is("widened"))
                run(widened, broken, true);
    if (is("lowest_byte")) run(lowest_byte, broken, true);
    if (is("never_written")) times_four<<<1, n>>>(device<int>(n), broken ? device<int>(n) : uploaded<int>(n, true));
    if (is("in_place")) in_place<<<1, n>>>(broken ? device<int>(n) : uploaded<int>(n, true));

    if (is("fields_in_place")) {
        auto *const p = device<flags>(n), *const q = device<flags>(n);
        set_fields<<<1, n>>>(p, false);
        copy_fields<<<1, n>>>(q, p);
        set_fields<<<1, n>>>(q, true);
        set_flags<<<1, n>>>(device<unsigned>(n));
    }
    if (is("characters")) {
        auto *const p = device<int>(n), *const q = device<int>(n);
        set_characters<<<1, n>>>(p);
        copy_words<<<1, n>>>(q, p);
        read_characters<<<1, n>>>(device<int>(n), q);
    }
    if (is("halves")) {
        auto *const p = device<half2>(n), *const q = device<half2>(n);
        set_halves<<<1, n>>>(p);
        swap_halves<<<1, n>>>(q, p);
        replace_half<<<1, n>>>(p, q);
        replace_half<<<1, n>>>(q, uploaded<half2>(n, false));
    }
    if (is("structures")) {
        auto* const p = device<node>(n);
        auto* const words = reinterpret_cast<unsigned long long*>(p);
        auto* const q = device<unsigned long long>(n);
        set_nodes<<<1, n>>>(p);
        copy_nodes<<<1, n>>>(q, words);
        move_member<<<1, n>>>(words, q);
    }
    if (is("misaligned")) {
        for (int bytes = 1; bytes < 4; ++bytes) {
            copy_misaligned<<<1, n - 1>>>(device<unsigned>(n), uploaded<unsigned>(n, false), bytes);
            copy_funnelled<<<1, n - 1>>>(device<unsigned>(n), uploaded<unsigned>(n, false), bytes);
        }
    }
    return report();
}
