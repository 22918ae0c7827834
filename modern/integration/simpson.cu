// Definite integral by Simpson's formula, and its accuracy beside that of the central rectangles and the trapezoids.
//
// Source:  K, chapter 7, homework 1, "Домашняя работа"
// Legacy:  legacy/integration/simpson.cu
// Changes: 1. thread 0 adds two arrays in shared memory -> one cub::BlockReduce of both sums at once: it adds any type
//             that has a +
//          2. two sums for each block, added on the CPU -> two numbers, which are 0 before, and atomicAdd: the blocks
//             add in no fixed order, and the last digits may differ from run to run
//          3. a block for every 256 intervals -> as many as the device holds, so that a thread adds many of them
//          4. f twice at each point where two intervals meet -> once, and half of it at the ends
//          5. int numElem -> std::size_t, any number
//          6. an error code -> check(), which throws; cudaFree, cudaEventDestroy, free -> owners
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

struct sums {
    BASE_TYPE m, t;
};

__device__ sums operator+(sums x, sums y)
{
    return {x.m + y.m, x.t + y.t};
}

// M: sum of the rectangles' heights; T: of the trapezoids' mean heights.
__global__ void integral(BASE_TYPE a, BASE_TYPE h, BASE_TYPE *M, BASE_TYPE *T, long long numElem)
{
    BASE_TYPE m = 0.0, t = 0.0;
    using BlockReduce = cub::BlockReduce<sums, BLOCK_SIZE>;
    __shared__ BlockReduce::TempStorage sh;

    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i <= numElem; i += (long long)gridDim.x * blockDim.x) {
        m += i < numElem ? f(a + (i + 0.5) * h) : 0.0;
        t += f(a + i * h) * (i == 0 || i == numElem ? 0.5 : 1.0);
    }

    sums sum = BlockReduce(sh).Sum(sums{m, t});

    if (threadIdx.x == 0) {
        atomicAdd(M, sum.m);
        atomicAdd(T, sum.t);
    }
}

// The integral of f from a to b over numElem intervals, by rectangles, trapezoids and Simpson's formula, which is two
// parts of the first and one of the second; and the milliseconds of the kernel.
void simpson(BASE_TYPE a, BASE_TYPE b, std::size_t numElem, BASE_TYPE *results, float *KernelTime)
{
    if (numElem < 1) throw std::invalid_argument("simpson: no intervals");
    BASE_TYPE h = (b - a) / numElem;
    int blocks = resident_blocks(integral, BLOCK_SIZE, numElem + 1);
    device_memory<BASE_TYPE> d_M, d_T;
    check(cudaMalloc(d_M.out(), sizeof(BASE_TYPE)));
    check(cudaMalloc(d_T.out(), sizeof(BASE_TYPE)));
    check(cudaMemset(d_M, 0, sizeof(BASE_TYPE)));
    check(cudaMemset(d_T, 0, sizeof(BASE_TYPE)));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start, 0));
    integral<<<blocks, BLOCK_SIZE>>>(a, h, d_M, d_T, numElem);
    check(cudaGetLastError());
    check(cudaEventRecord(stop, 0));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    check(cudaMemcpy(&results[0], d_M, sizeof(BASE_TYPE), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&results[1], d_T, sizeof(BASE_TYPE), cudaMemcpyDeviceToHost));
    results[0] *= h;
    results[1] *= h;
    results[2] = (2.0 * results[0] + results[1]) / 3.0;
}

int main()
try {
    BASE_TYPE a = 0.0, b = acos(-1.0), exact = 2.0;

    printf("intervals  rectangles  trapezoids     Simpson\n");
    BASE_TYPE error[3] = {0.0, 0.0, 0.0}, before[3];
    for (int numElem = 4; numElem <= 256; numElem *= 2) {
        BASE_TYPE results[3];
        float KernelTime;
        simpson(a, b, numElem, results, &KernelTime);
        for (int k = 0; k < 3; k++) {
            before[k] = error[k];
            error[k] = fabs(results[k] - exact);
        }
        printf("%9d  %10.3e  %10.3e  %10.3e\n", numElem, error[0], error[1], error[2]);
    }
    printf("order      %10.2f  %10.2f  %10.2f\n", log2(before[0] / error[0]), log2(before[1] / error[1]),
           log2(before[2] / error[2]));
    return 0;
} catch (const std::exception &error) {
    return failed(error);
}
