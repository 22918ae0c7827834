// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two arrays in shared memory. Each case stays inside of both, and with a second argument goes from one into the other.
#include "defect.h"

#include <cstring>

__global__ void read_past(float* out, bool broken)
{
    __shared__ float a[64], b[64];
    a[threadIdx.x] = b[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const int next = broken ? threadIdx.x + 1 : threadIdx.x;
    out[threadIdx.x] = a[next] + b[next & 63];
}
__global__ void write_past(float* out, bool broken)
{
    __shared__ float a[65], b[64];
    b[threadIdx.x] = threadIdx.x;
    __syncthreads();
    a[broken ? threadIdx.x + 2 : threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x / 2 + 32] + b[63 - threadIdx.x];
}
__global__ void read_before(float* out, bool broken)
{
    __shared__ float a[64], b[64];
    a[threadIdx.x] = b[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const int left = int(threadIdx.x) - 1;
    out[threadIdx.x] = b[broken ? left : left & 63] + a[left & 63];
}
// The compiler makes a pointer of it that goes up.
__global__ void steps(float* out, int count, bool broken)
{
    __shared__ float a[64], b[64];
    a[threadIdx.x] = b[threadIdx.x] = threadIdx.x;
    __syncthreads();
    float sum = 0;
    for (int k = threadIdx.x; k < (broken ? count + 1 : count); k += 3)
        sum += a[k] * b[k & 63];
    out[threadIdx.x] = sum;
}
// What translated code does by itself: addresses that go up evenly.
__global__ void shifted_read(float* out, int by)
{
    __shared__ float a[64], b[64];
    a[threadIdx.x] = b[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x + by] + b[threadIdx.x];
}
__global__ void shifted_write(float* out, int by)
{
    __shared__ float a[64], b[64];
    b[threadIdx.x] = 0;
    __syncthreads();
    a[threadIdx.x + by] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x / 2 + 32] + b[63 - threadIdx.x];
}
// Rows of another length than they are taken for.
__global__ void tile(float* out, bool broken)
{
    __shared__ float a[8][8], b[8][8];
    const int x = threadIdx.x % 8, y = threadIdx.x / 8;
    a[y][x] = b[y][x] = threadIdx.x;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 8; ++k)
        sum += a[broken ? y + 1 : y][k] * b[k][x];
    out[threadIdx.x] = sum;
}
__global__ void vector(float4* out, bool broken)
{
    __shared__ float4 a[16], b[16];
    a[threadIdx.x] = b[threadIdx.x] = make_float4(1, 2, 3, 4);
    __syncthreads();
    const float4 v = a[broken ? threadIdx.x + 1 : threadIdx.x], u = b[15 - threadIdx.x];
    out[threadIdx.x] = make_float4(v.x + u.x, v.y, v.z, v.w);
}
__global__ void histogram(float* out, const float* in, bool broken)
{
    __shared__ unsigned bins[8], total;
    if (threadIdx.x < 8) bins[threadIdx.x] = 0;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicAdd(&bins[int(in[threadIdx.x]) + (broken ? 1 : 0)], 1u); // numbers from 1 to 7
    atomicAdd(&total, 1u);
    __syncthreads();
    if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x] + total;
}
extern __shared__ float dynamic[];
__global__ void into_dynamic(float* out, bool broken)
{
    __shared__ float a[32]; // dynamic shared memory begins at a multiple of 128 bytes
    a[threadIdx.x] = dynamic[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = a[broken ? threadIdx.x + 1 : threadIdx.x] + dynamic[threadIdx.x];
}
__global__ void before_dynamic(float* out, bool broken)
{
    __shared__ float a[32];
    a[threadIdx.x] = dynamic[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const int left = int(threadIdx.x) - 1;
    out[threadIdx.x] = dynamic[broken ? left : left & 31] + a[threadIdx.x];
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    float *const in = numbers(64), *const out = numbers(64);
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("read_past")) read_past<<<1, 64>>>(out, broken);
    if (is("write_past")) write_past<<<1, 64>>>(out, broken);
    if (is("read_before")) read_before<<<1, 64>>>(out, broken);
    if (is("steps")) steps<<<1, 64>>>(out, 64, broken);
    if (is("shifted_read")) shifted_read<<<1, 64>>>(out, broken);
    if (is("shifted_write")) shifted_write<<<1, 64>>>(out, broken);
    if (is("tile")) tile<<<1, 64>>>(out, broken);
    if (is("vector")) vector<<<1, 16>>>(reinterpret_cast<float4*>(out), broken);
    if (is("histogram")) histogram<<<1, 64>>>(out, in, broken);
    if (is("into_dynamic")) into_dynamic<<<1, 32, 32 * sizeof(float)>>>(out, broken);
    if (is("before_dynamic")) before_dynamic<<<1, 32, 32 * sizeof(float)>>>(out, broken);
    return report();
}
