// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays in local memory, of elements of each size and vectors, at offsets that are the same in all threads, affine, or
// any. Prints a sum for each kernel and shape of the block; an argument names a defect.
#include "elements.h"

#include <cstdio>
#include <cstring>

constexpr unsigned size = 1024;

__device__ unsigned thread_of_block() { return threadIdx.y * blockDim.x + threadIdx.x; }
__device__ unsigned place() { return blockIdx.x * blockDim.x * blockDim.y + thread_of_block(); }
__device__ unsigned scrambled(unsigned x)
{
    x = x * 1664525u + 1013904223u;
    return x ^ x >> 15;
}

// One offset for all threads, from a loop and from a parameter, then any offsets.
template <class T>
__global__ void offsets(const unsigned* in, unsigned* out, unsigned rounds, unsigned one)
{
    T a[16];
    const unsigned v = in[place()];
#pragma unroll 1
    for (unsigned k = 0; k < 16; ++k)
        set(a[k], v + k * one);
    unsigned sum = value_of(a[one]);
#pragma unroll 1
    for (unsigned k = 0; k < rounds; ++k) {
        const unsigned from = (v >> k) % 16, to = (v >> 3 * k) % 16;
        sum = sum * 31 + value_of(a[from]);
        set(a[to], sum);
    }
#pragma unroll 1
    for (unsigned k = 0; k < 16; ++k)
        sum = sum * 5 + value_of(a[k]);
    out[place()] += sum;
}

// Offsets that grow from thread to thread, and from row to row.
template <class T>
__global__ void affine(const unsigned* in, unsigned* out, unsigned rounds)
{
    T a[1100];
    const unsigned v = in[place()], t = thread_of_block(), back = blockDim.x * blockDim.y - 1 - t;
    set(a[t], v);
    set(a[back + 1], v + 1);
    set(a[3 * threadIdx.x + 5 * threadIdx.y], v + 2);
    unsigned sum = value_of(a[t]);
#pragma unroll 1
    for (unsigned k = 0; k < rounds; ++k) {
        set(a[back + k], sum);
        set(a[t + k], v + 7);
        sum = sum * 3 + value_of(a[t + k]) + value_of(a[back + k]);
    }
    out[place()] += sum + value_of(a[3 * threadIdx.x + 5 * threadIdx.y]);
}

// In branches that threads take apart: one that the first threads take, and paths of any length.
template <class T>
__global__ void branches(const unsigned* in, unsigned* out, unsigned rounds)
{
    T a[16];
    const unsigned v = in[place()], t = thread_of_block();
#pragma unroll 1
    for (unsigned k = 0; k < 16; ++k)
        set(a[k], v ^ k);
    if (t < 19) {
        set(a[rounds], t);
        out[place()] += value_of(a[rounds + 1]);
    }
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned k = 0; k < v % 9; ++k) {
        if (scrambled(v + k) & 1) {
            set(a[(v >> k) % 16], sum);
            out[place()] += value_of(a[k]);
            sum += value_of(a[(sum >> k) % 16]);
        } else {
            set(a[k], v + sum);
            out[place()] ^= value_of(a[rounds]);
            sum ^= value_of(a[(v >> 2 * k) % 16]);
        }
    }
    out[place()] += sum + value_of(a[v % 16]);
}

// A called function has a frame of its own, after that of the kernel. Threads call it together, and some alone.
template <class T>
__device__ __noinline__ unsigned called(four wide, T narrow, unsigned v, unsigned depth)
{
    T a[8];
#pragma unroll 1
    for (unsigned k = 0; k < 8; ++k)
        set(a[k], value_of(narrow) + v * k);
    set(a[v % 8], wide.b);
    unsigned sum = wide.a + wide.d;
    if (depth) sum += called<T>({v, sum, depth, 1}, a[3], v >> 3, depth - 1);
#pragma unroll 1
    for (unsigned k = 0; k < v % 5; ++k)
        sum = sum * 3 + value_of(a[(v >> k) % 8]);
    return sum;
}
template <class T>
__global__ void calls(const unsigned* in, unsigned* out, unsigned depth)
{
    T a[4];
    const unsigned v = in[place()];
    set(a[v % 4], v);
    set(a[(v + 1) % 4], v + 1);
    unsigned sum = called<T>({v, 2, 3, v + 1}, a[v % 4], v, depth);
    if (v % 3) sum ^= called<T>({1, v, 5, v + 7}, a[(v + 1) % 4], v >> 2, depth + 1);
    out[place()] += sum;
}

// Two variables of one function, which nvcc would join, and offsets of 32 bits.
__global__ void variables(const unsigned* in, unsigned* out)
{
    const unsigned v = in[place()], t = thread_of_block();
    unsigned sum;
    asm volatile(
        "{ .local .align 4 .b8 x[16]; .local .align 8 .b8 y[40]; .reg .u64 p, q; .reg .u32 n, k, a, b; .reg .u16 h;\n"
        "mov.u64 q, y; cvt.u64.u32 p, %1; and.b64 p, p, 31; add.u64 p, p, q; mov.u32 n, x; and.b32 k, %1, 12;\n"
        "add.u32 n, n, k; st.local.u64 [y], p; st.local.u64 [q+8], q; st.local.u64 [y+16], p; st.local.u64 [q+24], q;\n"
        "st.local.u64 [y+32], q; st.local.v2.u32 [x], {%1, %2}; st.local.v2.u32 [x+8], {%2, %1};\n"
        "st.local.u8 [p], %1; ld.local.u32 a, [n]; st.local.u32 [n], %2; ld.local.u32 b, [x+4];\n"
        "xor.b32 a, a, b; ld.local.s8 h, [p+1]; cvt.s32.s16 b, h; add.u32 a, a, b; mov.u32 n, x;\n"
        "ld.local.u32 b, [n+12]; xor.b32 %0, a, b; }"
        : "=r"(sum)
        : "r"(v), "r"(t)
        : "memory");
    out[place()] += sum;
}

// Generic addresses of local variables, beside others of global memory.
__device__ __noinline__ void swap_in(unsigned char* p, unsigned k, unsigned v)
{
    p[k] = static_cast<unsigned char>(p[k] ^ v);
}
__global__ void generic(const unsigned* in, unsigned* out, unsigned rounds)
{
    unsigned char a[32];
    const unsigned v = in[place()];
#pragma unroll 1
    for (unsigned k = 0; k < 32; ++k)
        a[k] = static_cast<unsigned char>(v + k);
    unsigned* p = v & 1 ? reinterpret_cast<unsigned*>(a) : out + place();
    *p += v;
    p = rounds > 100 ? out + place() : reinterpret_cast<unsigned*>(a + 8);
#pragma unroll 1
    for (unsigned k = 0; k < rounds; ++k) {
        p[k % 2] = p[(v >> k) % 4] + k;
        swap_in(a, (v >> k) % 32, v);
    }
    out[place()] += p[1] + a[v % 32];
}

struct buffers {
    unsigned *in, *out;
};

void print(const char* name, const char* type, dim3 shape, unsigned* out)
{
    static unsigned host[size];
    const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned long long sum = 0;
    for (const unsigned x : host)
        sum = sum * 31 + x;
    std::printf("%s %s %ux%u: %llu, %s\n", name, type, shape.x, shape.y, sum, cudaGetErrorName(error));
}

template <class T>
void run(const char* type, const buffers& b, dim3 shape)
{
    const unsigned blocks = size / (shape.x * shape.y);
    offsets<T><<<blocks, shape>>>(b.in, b.out, 6, 5);
    print("offsets", type, shape, b.out);
    affine<T><<<blocks, shape>>>(b.in, b.out, 3);
    print("affine", type, shape, b.out);
}
template <class T>
void run_paths(const char* type, const buffers& b, dim3 shape)
{
    const unsigned blocks = size / (shape.x * shape.y);
    branches<T><<<blocks, shape>>>(b.in, b.out, 3);
    print("branches", type, shape, b.out);
    calls<T><<<blocks, shape>>>(b.in, b.out, 2);
    print("calls", type, shape, b.out);
}

// A thread's index that leaves its array: `far` of thread 77. The loads before it are valid.
__global__ void leaves_array(const unsigned* in, unsigned* out, unsigned loads, unsigned stores, unsigned shift)
{
    unsigned char a[64];
    const unsigned v = in[place()], t = thread_of_block();
#pragma unroll 1
    for (unsigned k = 0; k < 64; ++k)
        a[k] = static_cast<unsigned char>(v + k);
    unsigned sum = a[v % 64];
    sum += *reinterpret_cast<unsigned short*>(a + 2 * (v % 16) + (t == 77 ? loads : 0));
    *reinterpret_cast<unsigned*>(a + 4 * (v % 8) + (t == 77 ? stores : 0)) = sum;
    sum += *reinterpret_cast<unsigned*>(a + shift);
    out[place()] += sum + a[v % 61];
}
// An index that is the same in all threads, one too far.
__global__ void leaves_together(const unsigned* in, unsigned* out, unsigned far)
{
    unsigned char a[64];
    const unsigned v = in[place()];
#pragma unroll 1
    for (unsigned k = 0; k < 64 + far; ++k)
        a[k] = static_cast<unsigned char>(v + k);
    out[place()] += a[v % 64] + a[far];
}
// Bytes that nothing has written pass through local memory before they are used.
__global__ void passes_on(const unsigned* in, unsigned* out, const unsigned char* unwritten, unsigned used)
{
    unsigned char a[64];
    const unsigned v = in[place()], t = thread_of_block();
    a[v % 64] = 0;
    a[(v + 1) % 64] = t == 77 ? unwritten[5] : static_cast<unsigned char>(t);
    const unsigned x = a[(v + used) % 64];
    out[place()] += x > 9 ? 3 : 5;
}

void run_defect(const char* name, const buffers& b)
{
    const auto is = [&](const char* n) { return std::strcmp(name, n) == 0; };
    unsigned char* unwritten = nullptr;
    if (cudaMalloc(&unwritten, 64)) return;
    if (is("none")) {
        leaves_array<<<4, 256>>>(b.in, b.out, 0, 0, 8);
        leaves_together<<<4, 256>>>(b.in, b.out, 0);
        passes_on<<<4, 256>>>(b.in, b.out, unwritten, 0);
    } else if (is("load_past")) {
        leaves_array<<<4, 256>>>(b.in, b.out, 64, 0, 8);
    } else if (is("store_past")) {
        leaves_array<<<4, 256>>>(b.in, b.out, 0, 64, 8);
    } else if (is("load_misaligned")) {
        leaves_array<<<4, 256>>>(b.in, b.out, 1, 0, 8);
    } else if (is("store_misaligned")) {
        leaves_array<<<4, 256>>>(b.in, b.out, 0, 2, 8);
    } else if (is("misaligned_together")) {
        leaves_array<<<4, 256>>>(b.in, b.out, 0, 0, 6);
    } else if (is("load_before")) {
        leaves_array<<<4, 256>>>(b.in, b.out, 0u - 64, 0, 8);
    } else if (is("store_outside")) {
        leaves_array<<<4, 256>>>(b.in, b.out, 0, 1u << 24, 8);
    } else if (is("past_together")) {
        leaves_array<<<4, 256>>>(b.in, b.out, 0, 0, 64);
    } else if (is("one_too_far")) {
        leaves_together<<<4, 256>>>(b.in, b.out, 1);
    } else if (is("outside_together")) {
        leaves_array<<<4, 256>>>(b.in, b.out, 0, 0, 1u << 20);
    } else if (is("unwritten")) {
        passes_on<<<4, 256>>>(b.in, b.out, unwritten, 1);
    }
    print(name, "", 256, b.out);
}

int main(int count, char** arguments)
{
    static unsigned in[size];
    for (unsigned k = 0; k < size; ++k)
        in[k] = (k * 2654435761u) ^ k >> 3;
    buffers b{};
    if (cudaMalloc(&b.in, sizeof in) || cudaMalloc(&b.out, sizeof in)) return 1;
    cudaMemcpy(b.in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(b.out, 0, sizeof in);
    if (count > 1) {
        run_defect(arguments[1], b);
        return 0;
    }
    for (const dim3 shape : {dim3(256), dim3(8, 16), dim3(12, 5)}) {
        run<unsigned char>("u8", b, shape);
        run<signed char>("s8", b, shape);
        run<unsigned short>("u16", b, shape);
        run<unsigned>("u32", b, shape);
        run<unsigned long long>("u64", b, shape);
        run<pair>("two", b, shape);
        run<four>("four", b, shape);
        run_paths<unsigned char>("u8", b, shape);
        run_paths<signed char>("s8", b, shape);
        run_paths<four>("four", b, shape);
        const unsigned blocks = size / (shape.x * shape.y);
        variables<<<blocks, shape>>>(b.in, b.out);
        print("variables", "", shape, b.out);
        generic<<<blocks, shape>>>(b.in, b.out, 7);
        print("generic", "", shape, b.out);
    }
    return 0;
}
