// Scalar product of two vectors in global memory, any number of elements at once: neighbours read neighbours there.
//
// Source:  K, chapter 8, lab 1, "Лабораторная работа"
// Legacy:  legacy/dot_product/constant_memory.cu
// Changes: 1. __constant__ arrays -> const BASE_TYPE * __restrict__, plain global memory through the read-only path: each
//          element is read once, by one thread  2. a launch, a wait and a copy back for each chunk -> one launch of as
//          many blocks as the device holds  3. thread 0 adds 256 products -> each warp adds its own in registers,
//          cooperative_groups::reduce, and thread 0 the warps' sums  4. the CPU adds the blocks -> cuda::atomic_ref
//          5. every call checked; memory and events freed by their owners, malloc, free -> std::vector
//          6. int -> std::size_t: any number of elements
// Note:    migration-notes/constant_memory_chunks.md, migration-notes/host_sums.md, migration-notes/thread_0_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <stdio.h>
#include <vector>

#include "../support/cuda.hpp"   // check(), and the owners device_memory, event
#include "../support/launch.hpp" // resident_blocks()

#define BLOCK_SIZE 256
#define BASE_TYPE double

namespace cg = cooperative_groups;

__global__ void scalMult(const BASE_TYPE * __restrict__ A, const BASE_TYPE * __restrict__ B, BASE_TYPE *C,
                         std::size_t numElem)
{
    BASE_TYPE sum = 0.0;
    __shared__ BASE_TYPE sh[BLOCK_SIZE / 32];

    std::size_t idx = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    for (; idx < numElem; idx += std::size_t{gridDim.x} * blockDim.x)
        sum += A[idx] * B[idx];

    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    sum = cg::reduce(warp, sum, cg::plus<BASE_TYPE>());
    if (warp.thread_rank() == 0) sh[threadIdx.x / 32] = sum;

    __syncthreads();

    if (threadIdx.x == 0) {
        for (int j = 1; j < BLOCK_SIZE / 32; j++) // the first warp's sum is its own already
            sum += sh[j];
        cuda::atomic_ref<BASE_TYPE, cuda::thread_scope_device>(*C).fetch_add(sum, cuda::memory_order_relaxed);
    }
}

// The middle of main: the scalar product of two host vectors, and the kernel's milliseconds.
void constant_memory(std::size_t numElem, const BASE_TYPE *A, const BASE_TYPE *B, BASE_TYPE *result, float *KernelTime)
{
    device_memory<BASE_TYPE> d_A, d_B, d_C;
    check(cudaMalloc(d_A.out(), numElem * sizeof(BASE_TYPE)));
    check(cudaMalloc(d_B.out(), numElem * sizeof(BASE_TYPE)));
    check(cudaMalloc(d_C.out(), sizeof(BASE_TYPE)));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));

    check(cudaMemcpy(d_A, A, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_B, B, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice));
    check(cudaMemset(d_C, 0, sizeof(BASE_TYPE)));
    int blocks = resident_blocks(scalMult, BLOCK_SIZE, numElem);

    check(cudaEventRecord(start, 0));
    scalMult<<<blocks, BLOCK_SIZE>>>(d_A, d_B, d_C, numElem);
    check(cudaGetLastError());
    check(cudaEventRecord(stop, 0));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    check(cudaMemcpy(result, d_C, sizeof(BASE_TYPE), cudaMemcpyDeviceToHost));
}

int main()
try {
    int numElem = 1048576;
    std::vector<BASE_TYPE> A(numElem), B(numElem);
    for (int i = 0; i < numElem; i++) {
        A[i] = i % 7;
        B[i] = i % 5;
    }

    BASE_TYPE result;
    float KernelTime;
    constant_memory(numElem, A.data(), B.data(), &result, &KernelTime);
    printf("Scalar product: %f\n", result);
    printf("Kernel time: %f ms\n", KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
