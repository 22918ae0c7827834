// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What becomes of tiles that no thread wrote in whole. Each case ignores that part of the product, and with a second
// argument uses it.
#include "defect.h"

#include <cstring>
#include <mma.h>

namespace wmma = nvcuda::wmma;

constexpr unsigned ones = 0x3c003c00; // two numbers of f16

__device__ unsigned address_of(const void* shared) { return unsigned(__cvta_generic_to_shared(shared)); }

// D = A B, of 16 x 8 and 8 x 8 numbers.
__device__ void multiply(float (&d)[4], const unsigned (&a)[2], unsigned b)
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b));
}

// Half of the rows of A, and the whole product goes through shared memory.
__global__ void fragment_rows(const float* in, float* out, bool broken)
{
    __shared__ alignas(32) half item[16 * 16];
    __shared__ alignas(32) float product[16 * 16];
    const int t = threadIdx.x;
    for (int k = t; k < 8 * 16; k += 32)
        item[k] = __float2half(in[k]);
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> d;
    wmma::fill_fragment(b, __float2half(1.0f));
    wmma::fill_fragment(d, 0.0f);
    wmma::load_matrix_sync(a, item, 16);
    wmma::mma_sync(d, a, b, d);
    wmma::store_matrix_sync(product, d, 16, wmma::mem_row_major);
    __syncwarp();
    if (t < 16) out[t] = product[(broken ? 8 : 7) * 16 + t];
}

__global__ void matrix_rows(const float* in, float* out, bool broken)
{
    __shared__ alignas(16) half item[16 * 8];
    const int t = threadIdx.x;
    for (int k = t; k < 8 * 8; k += 32)
        item[k] = __float2half(in[k]);
    __syncwarp();
    unsigned a[2];
    float d[4] = {};
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
                 : "=r"(a[0]), "=r"(a[1])
                 : "r"(address_of(item + t % 16 * 8)));
    multiply(d, a, ones);
    out[t] = broken ? d[2] : d[1];
}

// The last four columns of B, which lies by rows.
__global__ void transposed_columns(const float* in, float* out, bool broken)
{
    __shared__ alignas(16) half item[8 * 8];
    const int t = threadIdx.x;
    item[t / 4 * 8 + t % 4] = __float2half(in[t]);
    __syncwarp();
    unsigned b;
    const unsigned a[2] = {ones, ones};
    float d[4] = {};
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                 : "=r"(b)
                 : "r"(address_of(item + t % 8 * 8)));
    multiply(d, a, b);
    if (t % 4 < 2 || broken) out[t] = d[0];
}

// The last row becomes the last column, of which the lanes 3, 7 … have the upper halves.
__global__ void moved_row(const float* in, unsigned* out, bool broken)
{
    __shared__ alignas(16) half item[8 * 8];
    const int t = threadIdx.x;
    for (int k = t; k < 7 * 8; k += 32)
        item[k] = __float2half(in[k]);
    __syncwarp();
    unsigned row, column;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(row)
                 : "r"(address_of(item + t % 8 * 8)));
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(column) : "r"(row));
    out[t] = t % 4 < 3 || broken ? column : column & 0xffff;
}

__global__ void accumulated(const float* in, float* out, bool broken)
{
    __shared__ float item[33];
    const int t = threadIdx.x;
    item[t] = in[t];
    __syncwarp();
    volatile float* const v = item;
    const unsigned a[2] = {ones, ones};
    float d[4] = {v[t], v[t + 1], 0, 0};
    multiply(d, a, ones);
    out[t] = t < 31 || broken ? d[1] : d[0];
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    float *in = numbers(256), *out = numbers(256);
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("fragment_rows")) fragment_rows<<<1, 32>>>(in, out, broken);
    if (is("matrix_rows")) matrix_rows<<<1, 32>>>(in, out, broken);
    if (is("transposed_columns")) transposed_columns<<<1, 32>>>(in, out, broken);
    if (is("moved_row")) moved_row<<<1, 32>>>(in, reinterpret_cast<unsigned*>(out), broken);
    if (is("accumulated")) accumulated<<<1, 32>>>(in, out, broken);
    return report();
}
