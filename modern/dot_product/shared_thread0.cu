// Scalar product of two vectors: all threads of a block multiply and add, and CUB adds up what they have.
//
// Source:  K, chapter 7, "Типы памяти. Разделяемая память", kernel scalMult, and lab 1, "Лабораторная работа"
// Legacy:  legacy/dot_product/shared_thread0.cu
// Changes: 1. copies in shared memory, on which thread 0 works -> each thread multiplies, and cub::BlockReduce adds
//          2. a sum for each block, added on the CPU -> cuda::atomic_ref of one number, which is 0 before: the blocks
//             add in no fixed order, and the last digits may differ from run to run
//          3. a block for every 256 elements -> as many as the device holds, so that a thread adds many products
//          4. numElem is looked at: int -> std::size_t, any number
//          5. an error code -> check(), which throws
//          6. cudaFree, cudaEventDestroy -> owners, which free at the end of the scope; malloc, free -> std::vector
// Note:    migration-notes/thread_0_sums.md, migration-notes/host_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cstdio>
#include <vector>

#include "../support/cuda.hpp"   // check(), device_memory, event
#include "../support/launch.hpp" // resident_blocks()

#define BLOCK_SIZE 256
#define BASE_TYPE double

__global__ void scalMult(const BASE_TYPE *A, const BASE_TYPE *B, BASE_TYPE *C, std::size_t numElem)
{
    BASE_TYPE sum = 0.0;

    using BlockReduce = cub::BlockReduce<BASE_TYPE, BLOCK_SIZE>;
    __shared__ BlockReduce::TempStorage shared;

    std::size_t j = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    for (; j < numElem; j += std::size_t{gridDim.x} * blockDim.x)
        sum += A[j] * B[j];

    sum = BlockReduce(shared).Sum(sum); // the barriers are in it; thread 0 has the sum

    if (threadIdx.x == 0) {
        cuda::atomic_ref<BASE_TYPE, cuda::thread_scope_device> total(*C);
        total.fetch_add(sum, cuda::memory_order_relaxed);
    }
}

// The middle of main: the scalar product of two host vectors, and the kernel's milliseconds.
void shared_thread0(std::size_t numElem, const BASE_TYPE *A, const BASE_TYPE *B, BASE_TYPE *result, float *KernelTime)
{
    dim3 threadsPerBlock = dim3(BLOCK_SIZE);
    dim3 blocksPerGrid = dim3(resident_blocks(scalMult, BLOCK_SIZE, numElem));

    device_memory<BASE_TYPE> d_A, d_B, d_C;
    check(cudaMalloc(d_A.out(), numElem * sizeof(BASE_TYPE)));
    check(cudaMalloc(d_B.out(), numElem * sizeof(BASE_TYPE)));
    check(cudaMalloc(d_C.out(), sizeof(BASE_TYPE)));
    check(cudaMemcpy(d_A, A, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_B, B, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice));
    check(cudaMemset(d_C, 0, sizeof(BASE_TYPE)));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start, 0));

    scalMult<<<blocksPerGrid, threadsPerBlock>>>(d_A, d_B, d_C, numElem);
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
    shared_thread0(numElem, A.data(), B.data(), &result, &KernelTime);
    printf("Scalar product: %f\n", result);
    printf("Kernel time: %f ms\n", KernelTime);
    return 0;
} catch (const std::exception &error) {
    return failed(error);
}
