// A copy whose source is read plainly, with __ldg, and through a pointer that is const and restricted: the last two by
// way of the read-only path. Since Maxwell it shares its cache with L1, and since Volta every load takes it. const and
// __restrict__ are left to write.
//
// Source:  M, "Read-Only Cache"
// Legacy:  legacy/memory/read_only_copy.cu
// Changes: 1. const on every source: the compiler checks it  2. bounds: any n  3. every call checked, memory freed by
//          its owner  4. int -> std::size_t
// Note:    migration-notes/read_only_cache.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>

#include "../support/cuda.hpp"   // check(), and the owner device_memory
#include "../support/launch.hpp" // grid_of()

#define BLOCK 512

__global__ void copyKernel(int *out, const int *in, std::size_t n)
{
    std::size_t idx = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (idx < n) out[idx] = in[idx];
}

__global__ void copyKernelLdg(int *out, const int *in, std::size_t n)
{
    std::size_t idx = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (idx < n) out[idx] = __ldg(&in[idx]);
}

__global__ void copyKernelRestrict(int * __restrict__ out, const int * __restrict__ in, std::size_t n)
{
    std::size_t idx = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (idx < n) out[idx] = in[idx];
}

// n elements, copied three times.
void read_only_copy(const int *h_in, int *h_plain, int *h_ldg, int *h_restrict, std::size_t n)
{
    if (n < 1) return;
    size_t nBytes = n * sizeof(int);
    unsigned blocks = grid_of(n, BLOCK);

    device_memory<int> in, plain, ldg, restricted;
    check(cudaMalloc(in.out(), nBytes));
    check(cudaMalloc(plain.out(), nBytes));
    check(cudaMalloc(ldg.out(), nBytes));
    check(cudaMalloc(restricted.out(), nBytes));
    check(cudaMemcpy(in, h_in, nBytes, cudaMemcpyHostToDevice));

    copyKernel<<<blocks, BLOCK>>>(plain, in, n);
    check(cudaGetLastError());
    copyKernelLdg<<<blocks, BLOCK>>>(ldg, in, n);
    check(cudaGetLastError());
    copyKernelRestrict<<<blocks, BLOCK>>>(restricted, in, n);
    check(cudaGetLastError());

    check(cudaMemcpy(h_plain, plain, nBytes, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_ldg, ldg, nBytes, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_restrict, restricted, nBytes, cudaMemcpyDeviceToHost));
}

int main()
try {
    const int n = 2 * BLOCK;
    int in[n], plain[n], ldg[n], restricted[n];
    for (int i = 0; i < n; i++)
        in[i] = 3 * i;

    read_only_copy(in, plain, ldg, restricted, n);

    printf("%d: %d %d %d\n", in[n - 1], plain[n - 1], ldg[n - 1], restricted[n - 1]);
} catch (const std::exception& error) {
    return failed(error);
}
