// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each argument makes one mistake with an address of shared or local memory or of parameters, or wants too much local
// memory. The whole heap around is registered: a wrong address must not be taken for memory of the host.
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void shared_before_begin(int* out, int n)
{
    extern __shared__ int s[];
    s[threadIdx.x - n] = 1;
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void shared_far_behind(int* out, int n)
{
    __shared__ int s[32];
    int* p = s + (n << 20);
    asm volatile("" : "+l"(p)); // a generic address
    *p = 1;
    out[0] = s[0];
}
// Block 0 tells where its shared memory lies, and waits until block 1 has looked.
__global__ void shared_of_other_block(int* out, volatile int* flags, int* volatile* place)
{
    __shared__ int s;
    s = 7;
    if (blockIdx.x == 0) {
        *place = &s;
        __threadfence();
        flags[0] = 1;
        while (!flags[1]) {}
    } else {
        while (!flags[0]) {}
        __threadfence();
        out[0] = **place;
        flags[1] = 1;
    }
}
__global__ void local_of_other_thread(int* out, int n)
{
    __shared__ int* place;
    int own[4] = {n, n + 1, n + 2, n + 3};
    if (threadIdx.x == 0) place = own;
    __syncthreads();
    out[threadIdx.x] = place[n] + own[threadIdx.x % 4];
}
__global__ void local_far_behind(int* out, int n)
{
    int own[4] = {n, n + 1, n + 2, n + 3};
    out[threadIdx.x] = own[n << 16];
}
struct table {
    int values[8];
};
extern "C" __global__ void parameter_behind(const table t, int* out, long long n)
{
    int value;
    asm volatile(
        "{ .reg .b64 %%p; mov.b64 %%p, parameter_behind_param_0; add.s64 %%p, %%p, %1; ld.param.u32 %0, [%%p]; }"
        : "=r"(value)
        : "l"(n));
    out[threadIdx.x] = value + t.values[0];
}

__device__ __noinline__ int endless(int n, int* out)
{
    int a[16];
    for (int i = 0; i < 16; i++)
        a[i] = n + i;
    out[n & 31] = a[n & 15];
    return endless(n + 1, out) + a[(n + 1) & 15];
}
__global__ void endless_recursion(int* out) { out[0] = endless(threadIdx.x, out); }

template <int Ints>
__device__ __noinline__ int large(int n)
{
    int a[Ints];
    for (int i = 0; i < Ints; i++)
        a[i] = i * n;
    return a[(Ints - 1) * n % Ints];
}
using function = int (*)(int);
__device__ function functions[] = {large<10>, large<6000>};
__global__ void large_by_pointer(int* out, int n) { out[threadIdx.x] = functions[n](n); }
__global__ void too_large(int* out, int n) { out[threadIdx.x] = large<131073>(n); }

int of_host; // no memory of the device is near

int main(int, char** arguments)
{
    const char* which = arguments[1];
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    int *out, *flags, **place;
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMalloc(&flags, 2 * sizeof(int));
    cudaMalloc(&place, sizeof *place);
    cudaMemset(flags, 0, 2 * sizeof(int));
    large_by_pointer<<<1, 1>>>(out, 0); // what the device itself has on the heap is there now
    cudaDeviceSynchronize();
    std::vector<std::vector<char>> heap;
    for (int k = 0; k < 400; ++k) {
        heap.emplace_back(64 << 10);
        cudaHostRegister(heap.back().data(), heap.back().size(), 0);
    }
    if (is("shared_before_begin")) shared_before_begin<<<1, 32, 128>>>(out, 1);
    if (is("shared_far_behind")) shared_far_behind<<<1, 1>>>(out, 1);
    if (is("shared_of_other_block")) shared_of_other_block<<<2, 1>>>(out, flags, place);
    if (is("local_of_other_thread")) local_of_other_thread<<<1, 2>>>(out, 1);
    if (is("local_far_behind")) local_far_behind<<<1, 1>>>(out, 1);
    if (is("parameter_behind")) parameter_behind<<<1, 1>>>({}, out, 64);
    if (is("endless_recursion")) endless_recursion<<<1, 1>>>(out);
    if (is("of_host")) large_by_pointer<<<1, 1>>>(&of_host, 0);
    if (is("nowhere")) large_by_pointer<<<1, 1>>>(reinterpret_cast<int*>(0x123456789000), 0);
    if (is("too_large")) too_large<<<1, 1>>>(out, 1);
    const cudaError_t launched = cudaGetLastError();
    std::printf("%s %s\n", cudaGetErrorName(launched), cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
