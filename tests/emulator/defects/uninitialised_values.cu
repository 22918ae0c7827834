// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What becomes of a value that no thread wrote. Each case throws it away, and with a second argument uses it.
#include "defect.h"

#include <cstring>

// The last thread reads past what was written, as merges do, and takes something else instead.
__global__ void selected(const float* in, float* out, bool broken)
{
    __shared__ float item[65];
    const int t = threadIdx.x;
    item[t] = in[t];
    __syncthreads();
    volatile float* const v = item;
    const float next = v[t + 1];
    out[t] = t < 63 || broken ? next : 0;
}

__global__ void compared(const float* in, int* out, bool broken)
{
    __shared__ float item[65];
    const int t = threadIdx.x;
    item[t] = in[t];
    __syncthreads();
    volatile float* const v = item;
    const float next = v[t + 1];
    if ((t < 63 || broken) && next > 3) {
        atomicAdd(out, 1);
    } else {
        atomicAdd(out + 1, t);
    }
}

// Copied to another place of shared memory, and from there to another thread.
__global__ void copied(const float* in, float* out, bool broken)
{
    __shared__ float item[65], other[64];
    const int t = threadIdx.x;
    item[t] = in[t];
    __syncthreads();
    volatile float* const v = item;
    other[t] = v[t + 1];
    __syncthreads();
    const int k = 63 - t;
    if (k < 63 || broken) out[t] = other[k];
}

__global__ void shuffled(const float* in, float* out, bool broken)
{
    __shared__ float item[33];
    const int t = threadIdx.x;
    item[t] = in[t];
    __syncwarp();
    volatile float* const v = item;
    const float next = __shfl_xor_sync(0xffffffff, v[t + 1], 7);
    if (t != 24 || broken) out[t] = next;
}

__global__ void on_the_stack(const float* in, float* out, bool broken)
{
    __shared__ float item[65];
    const int t = threadIdx.x;
    item[t] = in[t];
    __syncthreads();
    volatile float* const v = item;
    float local[4] = {1, v[t + 1], 2, 3};
    const int k = static_cast<int>(in[t]) & 3; // 1 for thread 63
    out[t] = local[t < 63 || broken ? k : 0];
}

__global__ void as_an_address(const int* in, float* out, bool broken)
{
    __shared__ int item[65];
    const int t = threadIdx.x;
    item[t] = in[t] & 7;
    __syncthreads();
    volatile int* const v = item;
    int next = v[t + 1];
    if (t < 63 || broken) next = __float_as_int(in[next & 7]);
    if (t < 63) out[t] = next;
}

// Another thread writes the element behind the next barrier, which is too late for the value.
__global__ void written_later(const float* in, float* out, bool broken)
{
    __shared__ float item[65];
    __shared__ volatile float other[64];
    const int t = threadIdx.x;
    item[t] = in[t];
    __syncthreads();
    volatile float* const v = item;
    const float next = v[t + 1];
    other[t] = 0;
    __syncthreads();
    if (t == 0) {
        static_cast<void>(v[64]);
        v[64] = 1;
    }
    __syncthreads();
    out[t] = t < 63 || broken ? next : v[64];
}

__device__ __noinline__ float half_of(float x) { return x / 2; }

__global__ void by_a_call(const float* in, float* out, bool broken)
{
    __shared__ float item[65];
    const int t = threadIdx.x;
    item[t] = in[t];
    __syncthreads();
    volatile float* const v = item;
    const float half = half_of(v[t + 1]);
    if (t < 63 || broken) out[t] = half;
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    float *in = numbers(256), *out = numbers(256);
    auto* const in_int = reinterpret_cast<int*>(in);
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("selected")) selected<<<1, 64>>>(in, out, broken);
    if (is("compared")) compared<<<1, 64>>>(in, reinterpret_cast<int*>(out), broken);
    if (is("copied")) copied<<<1, 64>>>(in, out, broken);
    if (is("shuffled")) shuffled<<<1, 32>>>(in, out, broken);
    if (is("on_the_stack")) on_the_stack<<<1, 64>>>(in, out, broken);
    if (is("as_an_address")) as_an_address<<<1, 64>>>(in_int, out, broken);
    if (is("written_later")) written_later<<<1, 64>>>(in, out, broken);
    if (is("by_a_call")) by_a_call<<<1, 64>>>(in, out, broken);
    return report();
}
