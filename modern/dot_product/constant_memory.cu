// Scalar product of two vectors in global memory, any number of elements at once: neighbours read neighbours there.
//
// Source:  K, chapter 8, lab 1, "Лабораторная работа"
// Legacy:  legacy/dot_product/constant_memory.cu
// Changes: 1. __constant__ arrays -> const BASE_TYPE * __restrict__, plain global memory through the read-only path:
//          each element is read once, by one thread  2. a launch, a wait and a copy back for each chunk -> one launch
//          and one copy  3. thread 0 adds its block's 256 products -> cub::BlockReduce, in another order  4. every call
//          checked; memory and events freed by their owners, malloc, free -> std::vector  5. int -> std::size_t: any
//          number of elements, 0 too. As it was: the CPU adds the blocks' sums
// Note:    migration-notes/constant_memory_chunks.md, migration-notes/host_sums.md, migration-notes/thread_0_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cub/block/block_reduce.cuh>
#include <stdio.h>
#include <vector>

#include "../support/cuda.hpp"   // check(), and the owners device_memory, event
#include "../support/launch.hpp" // grid_of()

#define BLOCK_SIZE 256
#define BASE_TYPE double

__global__ void scalMult(const BASE_TYPE * __restrict__ A, const BASE_TYPE * __restrict__ B, BASE_TYPE *C,
                         std::size_t numElem)
{
    BASE_TYPE sum = 0.0;
    using BlockReduce = cub::BlockReduce<BASE_TYPE, BLOCK_SIZE>;
    __shared__ BlockReduce::TempStorage sh;

    std::size_t idx = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    sum = idx < numElem ? A[idx] * B[idx] : 0.0;

    sum = BlockReduce(sh).Sum(sum); // the barriers are in it; thread 0 has the sum

    if (threadIdx.x == 0)
        C[blockIdx.x] = sum;
}

// The middle of main: the scalar product of two host vectors, and the kernel's milliseconds.
void constant_memory(std::size_t numElem, const BASE_TYPE *A, const BASE_TYPE *B, BASE_TYPE *result, float *KernelTime)
{
    *result = 0.0;
    *KernelTime = 0.0f;
    if (numElem == 0) return;
    unsigned blocks = grid_of(numElem, BLOCK_SIZE);

    std::vector<BASE_TYPE> C(blocks);
    device_memory<BASE_TYPE> d_A, d_B, d_C;
    check(cudaMalloc(d_A.out(), numElem * sizeof(BASE_TYPE)));
    check(cudaMalloc(d_B.out(), numElem * sizeof(BASE_TYPE)));
    check(cudaMalloc(d_C.out(), blocks * sizeof(BASE_TYPE)));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));

    check(cudaMemcpy(d_A, A, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_B, B, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice));

    check(cudaEventRecord(start, 0));
    scalMult<<<blocks, BLOCK_SIZE>>>(d_A, d_B, d_C, numElem);
    check(cudaGetLastError());
    check(cudaEventRecord(stop, 0));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    check(cudaMemcpy(C.data(), d_C, blocks * sizeof(BASE_TYPE), cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < blocks; i++)
        *result += C[i];
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
