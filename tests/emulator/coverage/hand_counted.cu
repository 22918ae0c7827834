// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose counts are known by reasoning. Lines with "// @name" are those that the test looks at.
//
// hand_counted [KERNEL]...: launches the named kernels, in this order.
#include "marked_header.h"

#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void loop(int* data, int n) // @loop
{
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; ++k)                            // @loop.for
        sum += data[k];                                    // @loop.body
    data[n + blockIdx.x * blockDim.x + threadIdx.x] = sum; // @loop.store
}

__device__ __noinline__ int called(int* data, int i) // @called
{
    return atomicAdd(data, i); // @called.body
}

__global__ void branches(int* data) // @branches
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 40)             // @branches.if
        atomicAdd(data, 1); // @branches.then
    else
        atomicMax(data + 1, i);                // @branches.else
    if (i < 0)                                 // @branches.never
        atomicMin(data + 2, i);                // @branches.nothing
    if (i >= 90) called(data + 3, i);          // @branches.call
    if (i >= 64) {                             // @branches.second
        data[4 + i] = twice(i);                // @branches.inlined
        if (i == 95) data[4] = twice(data[5]); // @branches.inlined_again
    }
}

__global__ void never(int* data) // @never
{
    if (threadIdx.x == 0)   // @never.if
        atomicAdd(data, 1); // @never.body
}

// A list of branches, which nvcc does not make of this size, in a file that is relative to the folder of the run. Lanes
// 0 to 3 of each eight go to the entries; two of these lead to the same place.
const char cases[] = R"(
.version 7.0
.target sm_75
.address_size 64
.file 1 "folder/../listed.src"
.visible .entry listed()
{
    .reg .b32 %r<4>;
    .reg .pred %p<2>;
    .loc 1 3 1
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 7;
    setp.lt.u32 %p1, %r2, 4;
    .loc 1 4 1
ways: .branchtargets one, two, one, three;
    @%p1 brx.idx %r2, ways;
    .loc 1 5 1
    mov.u32 %r3, 0;
    ret;
one:
    .loc 1 6 1
    mov.u32 %r3, 1;
    ret;
two:
    .loc 1 7 1
    mov.u32 %r3, 2;
    ret;
three:
    .loc 1 8 1
    mov.u32 %r3, 3;
    ret;
}
)";

bool run_listed()
{
    cudaLibrary_t library = nullptr;
    cudaKernel_t kernel = nullptr;
    return cudaLibraryLoadData(&library, cases, nullptr, nullptr, 0, nullptr, nullptr, 0) == cudaSuccess &&
           cudaLibraryGetKernel(&kernel, library, "listed") == cudaSuccess &&
           cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(1), dim3(32), nullptr, 0, nullptr) ==
               cudaSuccess &&
           cudaDeviceSynchronize() == cudaSuccess && cudaLibraryUnload(library) == cudaSuccess;
}

int main(int count, char** names)
{
    int* data = nullptr;
    if (cudaMalloc(&data, 4096) != cudaSuccess || cudaMemset(data, 0, 4096) != cudaSuccess) return 2;
    for (int k = 1; k < count; ++k) {
        if (!std::strcmp(names[k], "loop")) loop<<<2, 48>>>(data, 10);
        if (!std::strcmp(names[k], "branches")) branches<<<2, 48>>>(data);
        if (!std::strcmp(names[k], "never")) never<<<1, 32>>>(data);
        if (!std::strcmp(names[k], "listed") && !run_listed()) return 5;
        if (!std::strcmp(names[k], "bad")) loop<<<1, 1>>>(data, 5000); // a finding
        if (cudaDeviceSynchronize() != cudaSuccess) return 3;
    }
    std::printf("done\n");
    return cudaFree(data) == cudaSuccess ? 0 : 4;
}
