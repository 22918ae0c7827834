// Euclidean norm of a vector: squares of large and of small elements are scaled and added apart from the others, so
// that none overflows or vanishes. A norm beyond the largest double comes back as infinity.
//
// Source:  K, chapter 7, homework 2, "Домашняя работа"
// Legacy:  legacy/dot_product/euclidean_norm.cu
// Changes: 1. one sum of squares -> three, two of them scaled by a power of two, which rounds nothing
//          2. copies in shared memory, on which thread 0 works -> cub::BlockReduce, with a type and a sum of its own
//          3. the vector twice -> once, and each element is read once
//          4. a sum for each block, added on the CPU -> atomicAdd to one of each kind, which is 0 before: the blocks
//             add in no fixed order, and the last digits may differ from run to run
//          5. a block for every 256 elements -> as many as the device holds
//          6. numElem is looked at: int -> std::size_t, any number
//          7. an error code -> check(), which throws
//          8. cudaFree, cudaEventDestroy -> owners, which free at the end of the scope; malloc, free -> std::vector
// Note:    migration-notes/thread_0_sums.md, migration-notes/squared_sums.md, migration-notes/host_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <vector>

#include <cub/block/block_reduce.cuh>

#include "../support/cuda.hpp"   // check(), device_memory, event
#include "../support/launch.hpp" // resident_blocks()

#define BLOCK_SIZE 256
#define BASE_TYPE double

// Of elements above 2^480, times 2^-600; of those below 2^-500, times 2^600; of all others as they are: 2^64 squares
// of 2^480 fit into a double
struct squares {
    BASE_TYPE large, small, medium;
};

__device__ squares operator+(const squares &a, const squares &b)
{
    return {a.large + b.large, a.small + b.small, a.medium + b.medium};
}

__device__ BASE_TYPE square(BASE_TYPE x) { return x * x; }

__global__ void scalMult(const BASE_TYPE *A, squares *C, std::size_t numElem)
{
    squares sum = {0, 0, 0};

    using BlockReduce = cub::BlockReduce<squares, BLOCK_SIZE>;
    __shared__ BlockReduce::TempStorage ash;

    std::size_t j = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    for (; j < numElem; j += std::size_t{gridDim.x} * blockDim.x) {
        BASE_TYPE x = A[j];
        if (fabs(x) > 0x1p480) sum.large += square(x * 0x1p-600);
        else if (fabs(x) < 0x1p-500) sum.small += square(x * 0x1p600);
        else sum.medium += square(x);
    }

    sum = BlockReduce(ash).Sum(sum);

    if (threadIdx.x == 0) {
        atomicAdd(&C->large, sum.large);
        atomicAdd(&C->small, sum.small);
        atomicAdd(&C->medium, sum.medium);
    }
}

// The middle of main: the norm of a host vector, and the kernel's milliseconds.
void euclidean_norm(std::size_t numElem, const BASE_TYPE *A, BASE_TYPE *result, float *KernelTime)
{
    dim3 threadsPerBlock = dim3(BLOCK_SIZE);
    dim3 blocksPerGrid = dim3(resident_blocks(scalMult, BLOCK_SIZE, numElem));

    device_memory<BASE_TYPE> d_A;
    device_memory<squares> d_C;
    check(cudaMalloc(d_A.out(), numElem * sizeof(BASE_TYPE)));
    check(cudaMalloc(d_C.out(), sizeof(squares)));
    check(cudaMemcpy(d_A, A, numElem * sizeof(BASE_TYPE), cudaMemcpyHostToDevice));
    check(cudaMemset(d_C, 0, sizeof(squares)));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start, 0));

    scalMult<<<blocksPerGrid, threadsPerBlock>>>(d_A, d_C, numElem);
    check(cudaGetLastError());

    check(cudaEventRecord(stop, 0));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    squares C;
    check(cudaMemcpy(&C, d_C, sizeof(squares), cudaMemcpyDeviceToHost));

    // All in the scale of the largest kind there is: what is too small for it counts for nothing there
    int exponent = C.large != 0 ? 600 : C.medium != 0 ? 0 : -600;
    *result = ldexp(C.large, 2 * (600 - exponent)) + ldexp(C.medium, -2 * exponent) +
              ldexp(C.small, -2 * (600 + exponent));
    *result = ldexp(sqrt(*result), exponent);
}

int main()
try {
    int numElem = 1048576;
    std::vector<BASE_TYPE> A(numElem);
    for (int i = 0; i < numElem; i++)
        A[i] = i % 4;

    BASE_TYPE result;
    float KernelTime;
    euclidean_norm(numElem, A.data(), &result, &KernelTime);
    printf("Norm: %f\n", result);
    printf("Kernel time: %f ms\n", KernelTime);
    return 0;
} catch (const std::exception &error) {
    return failed(error);
}
