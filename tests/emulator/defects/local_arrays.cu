// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays in local memory. Each case stays inside, and with a second argument goes one too far.
#include "defect.h"

#include <cstring>

__global__ void read_past(float* out, const int* index, bool broken)
{
    float a[8];
    for (int k = 0; k < 8; ++k)
        a[index[k] & 7] = k;
    out[threadIdx.x] = a[(index[threadIdx.x] & 7) + (broken ? 1 : 0)];
}
__global__ void write_past(float* out, const int* index, bool broken)
{
    float a[8];
    for (int k = 0; k < (broken ? 9 : 8); ++k)
        a[index[k]] = k;
    out[threadIdx.x] = a[index[threadIdx.x] & 7];
}
__global__ void read_before(float* out, const int* index, bool broken)
{
    float a[8];
    for (int k = 0; k < 8; ++k)
        a[index[k] & 7] = k;
    out[threadIdx.x] = a[(index[threadIdx.x] & 7) - (broken ? 1 : 0)];
}
__device__ __noinline__ float sum_of(const float* a, int count)
{
    float sum = 0;
    for (int k = 0; k < count; ++k)
        sum += a[k];
    return sum;
}
__global__ void by_pointer(float* out, const int* index, bool broken)
{
    float a[8];
    for (int k = 0; k < 8; ++k)
        a[index[k] & 7] = k;
    out[threadIdx.x] = sum_of(a, broken ? 64 : 8);
}
struct large {
    float value[16];
};
__device__ __noinline__ float element(large s, int k) { return s.value[k]; }
__global__ void by_value(float* out, const int* index, bool broken)
{
    large s;
    for (int k = 0; k < 16; ++k)
        s.value[index[k]] = k;
    out[threadIdx.x] = element(s, index[threadIdx.x] & 15) + (broken ? element(s, 16 + index[16]) : 0);
}
int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    float* const out = numbers(64);
    int* index = nullptr;
    cudaMallocManaged(&index, 64 * sizeof(int));
    for (int k = 0; k < 64; ++k)
        index[k] = k;
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("read_past")) read_past<<<1, 32>>>(out, index, broken);
    if (is("write_past")) write_past<<<1, 32>>>(out, index, broken);
    if (is("read_before")) read_before<<<1, 32>>>(out, index, broken);
    if (is("by_pointer")) by_pointer<<<1, 32>>>(out, index, broken);
    if (is("by_value")) by_value<<<1, 32>>>(out, index, broken);
    return report();
}
