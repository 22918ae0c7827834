// Definite integral by the formula of central rectangles: blocks add up with CUB, and meet in one atomic.
//
// Source:  K, chapter 7, lab 2, "Лабораторная работа"
// Legacy:  legacy/integration/midpoint.cu
// Changes: 1. thread 0 adds what all leave in shared memory -> a sum per thread, and cub::BlockReduce
//          2. a sum for each block, added on the CPU -> one number, which is 0 before, and atomicAdd: the blocks add in
//             no fixed order, and the last digits may differ from run to run
//          3. a block for every 256 rectangles -> twice as many as the device holds, so that a thread adds many of
//             them, and what ends early makes room
//          4. int numElem -> std::size_t, any number; in the kernel a long long, with its sign: the compiler unrolls
//             the loop then, and does not with a std::size_t
//          5. an error code -> check(), which throws; cudaFree, cudaEventDestroy, free -> owners
// Note:    migration-notes/thread_0_sums.md, migration-notes/host_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include <cub/block/block_reduce.cuh>

#include "../support/cuda.hpp"   // check(), device_memory, event
#include "../support/launch.hpp" // resident_blocks()

#define BLOCK_SIZE 256
#define BASE_TYPE double

__device__ BASE_TYPE f(BASE_TYPE x)
{
    return sin(x);
}

__global__ void integral(BASE_TYPE a, BASE_TYPE h, BASE_TYPE *C, long long numElem)
{
    BASE_TYPE sum = 0.0;
    using BlockReduce = cub::BlockReduce<BASE_TYPE, BLOCK_SIZE>;
    __shared__ BlockReduce::TempStorage fsh;

    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < numElem; i += (long long)gridDim.x * blockDim.x)
        sum += f(a + (i + 0.5) * h);

    sum = BlockReduce(fsh).Sum(sum);

    if (threadIdx.x == 0) {
        atomicAdd(C, sum);
    }
}

// The integral of f from a to b by numElem rectangles, and the milliseconds of the kernel.
void midpoint(BASE_TYPE a, BASE_TYPE b, std::size_t numElem, BASE_TYPE *result, float *KernelTime)
{
    if (numElem < 1) throw std::invalid_argument("midpoint: no intervals");
    BASE_TYPE h = (b - a) / numElem;
    int blocks = 2 * resident_blocks(integral, BLOCK_SIZE, numElem);
    device_memory<BASE_TYPE> d_C;
    check(cudaMalloc(d_C.out(), sizeof(BASE_TYPE)));
    check(cudaMemset(d_C, 0, sizeof(BASE_TYPE)));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start, 0));
    integral<<<blocks, BLOCK_SIZE>>>(a, h, d_C, numElem);
    check(cudaGetLastError());
    check(cudaEventRecord(stop, 0));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    check(cudaMemcpy(result, d_C, sizeof(BASE_TYPE), cudaMemcpyDeviceToHost));
    *result *= h;
}

int main()
try {
    BASE_TYPE a = 0.0, b = acos(-1.0), exact = 2.0;
    int numElem = 1 << 20;

    BASE_TYPE result;
    float KernelTime;
    midpoint(a, b, numElem, &result, &KernelTime);
    printf("%d intervals: integral %.10f, error %.1e\n", numElem, result, fabs(result - exact));
    printf("KernelTime: %f ms\n", KernelTime);
    return 0;
} catch (const std::exception &error) {
    return failed(error);
}
