// Scalar product of two vectors from global memory: CUB reads them, multiplies as it is told and adds, in one call.
//
// Source:  K, chapter 7, "Типы памяти. Разделяемая память", the version in global memory that it asks for first
// Legacy:  legacy/dot_product/global_memory.cu
// Changes: 1. thread 0 reads and adds its block's elements, the CPU the blocks' sums ->
//             cub::DeviceReduce::TransformReduce
//          2. the kernel -> a function of an index; the library chooses the grid, who reads what and who adds
//          3. d_C, an array -> one number; the library's storage is allocated before the events, not between them
//          4. numElem is looked at: int -> std::size_t, any number
//          5. an error code -> check(), which throws
//          6. cudaFree, cudaEventDestroy -> owners, which free at the end of the scope; malloc, free -> std::vector
// Note:    migration-notes/thread_0_sums.md, migration-notes/host_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <vector>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>

#include "../support/cuda.hpp" // check(), device_memory, event

#define BASE_TYPE double

// What element j adds to the sum
struct scalMult {
    const BASE_TYPE *A, *B;

    __device__ BASE_TYPE operator()(std::size_t j) const { return A[j] * B[j]; }
};

// The middle of main: the scalar product of two host vectors, and the kernel's milliseconds.
void global_memory(std::size_t numElem, const BASE_TYPE *A, const BASE_TYPE *B, BASE_TYPE *result, float *KernelTime)
{
    device_memory<BASE_TYPE> d_A, d_B, d_C;
    check(cudaMalloc(d_A.out(), numElem * sizeof(BASE_TYPE)));
    check(cudaMalloc(d_B.out(), numElem * sizeof(BASE_TYPE)));
    check(cudaMalloc(d_C.out(), sizeof(BASE_TYPE)));
    check(cudaMemcpy(d_A, A, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_B, B, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice));

    // The call says how much storage it wants where it is given none
    thrust::counting_iterator<std::size_t> j(0);
    scalMult product{d_A, d_B};
    BASE_TYPE *C = d_C;
    device_memory<void> storage;
    std::size_t bytes = 0;
    check(cub::DeviceReduce::TransformReduce(storage, bytes, j, C, numElem, cuda::std::plus<>{}, product,
                                             BASE_TYPE(0)));
    check(cudaMalloc(storage.out(), bytes));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start, 0));

    check(cub::DeviceReduce::TransformReduce(storage, bytes, j, C, numElem, cuda::std::plus<>{}, product,
                                             BASE_TYPE(0)));

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
    global_memory(numElem, A.data(), B.data(), &result, &KernelTime);
    printf("Scalar product: %f\n", result);
    printf("Kernel time: %f ms\n", KernelTime);
    return 0;
} catch (const std::exception &error) {
    return failed(error);
}
