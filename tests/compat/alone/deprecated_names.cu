// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names give no warning: the build makes each warning an error. The types have their old alignment.
#include <cuda_legacy/deprecated_names.h>

#include "check.h"

__global__ void reverse(const double4* from, double4* to, longlong4* integers)
{
    const double4 v = from[threadIdx.x];
    to[threadIdx.x] = make_double4(v.w, v.z, v.y, v.x);
    const longlong4 w = make_longlong4(1, 2, 3, 4);
    integers[threadIdx.x] = w;
}

int main()
{
    CHECK(sizeof(double4) == 32 && alignof(double4) == 16);
    CHECK(sizeof(longlong4) == 32 && alignof(longlong4) == 16);
    CHECK(sizeof(ulonglong4) == 32 && alignof(ulonglong4) == 16);
    CHECK(sizeof(long4) == 4 * sizeof(long) && alignof(long4) == 16);
    CHECK(sizeof(ulong4) == 4 * sizeof(long) && alignof(ulong4) == 16);

    double4 *memory, values[2] = {make_double4(1, 2, 3, 4), make_double4(5, 6, 7, 8)}, results[2];
    longlong4* integers;
    CHECK(cudaMalloc(&memory, 2 * sizeof values) == cudaSuccess && cudaMalloc(&integers, 64) == cudaSuccess);
    CHECK(cudaMemcpy(memory, values, sizeof values, cudaMemcpyHostToDevice) == cudaSuccess);
    reverse<<<1, 2>>>(memory, memory + 2, integers);
    CHECK(cudaMemcpy(results, memory + 2, sizeof results, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(results[0].x == 4 && results[0].w == 1 && results[1].y == 7);

    cudaSharedMemConfig banks = cudaSharedMemBankSizeEightByte;
    CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte) == cudaSuccess);
    CHECK(cudaDeviceGetSharedMemConfig(&banks) == cudaSuccess && banks == cudaSharedMemBankSizeFourByte);
    CHECK(cudaFuncSetSharedMemConfig(reverse, cudaSharedMemBankSizeFourByte) == cudaSuccess);

    void* entry = nullptr;
    CHECK(cudaGetDriverEntryPoint("cuInit", &entry, cudaEnableDefault) == cudaSuccess && entry);
    return failures;
}
