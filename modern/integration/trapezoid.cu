// Definite integral by the trapezoid formula: no kernel of one's own, cub::DeviceReduce adds f over the points.
//
// Source:  K, chapter 7, homework 1, "Домашняя работа"
// Legacy:  legacy/integration/trapezoid.cu
// Changes: 1. the kernel, its sums for each block and the CPU's loop over these -> cub::DeviceReduce::TransformReduce:
//             what is added becomes a function object, and the points are counted by an iterator that needs no memory.
//             The library chooses the launch, and adds in the same order each time on the same GPU
//          2. f twice at each point where two trapezoids meet -> once, and half of it at the ends
//          3. int numElem -> std::size_t, any number
//          4. an error code -> check(), which throws; cudaFree, cudaEventDestroy, free -> owners
// Note:    migration-notes/thread_0_sums.md, migration-notes/host_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>

#include "../support/cuda.hpp" // check(), device_memory, event

#define BASE_TYPE double

__device__ BASE_TYPE f(BASE_TYPE x)
{
    return sin(x);
}

// What point i adds.
struct integral {
    BASE_TYPE a, h;
    std::size_t numElem;

    __device__ BASE_TYPE operator()(std::size_t i) const
    {
        return f(a + i * h) * (i == 0 || i == numElem ? 0.5 : 1.0);
    }
};

// The integral of f from a to b by numElem trapezoids, and the milliseconds of the kernels.
void trapezoid(BASE_TYPE a, BASE_TYPE b, std::size_t numElem, BASE_TYPE *result, float *KernelTime)
{
    if (numElem < 1) throw std::invalid_argument("trapezoid: no intervals");
    BASE_TYPE h = (b - a) / numElem;
    thrust::counting_iterator<std::size_t> points(0);
    device_memory<BASE_TYPE> d_C;
    check(cudaMalloc(d_C.out(), sizeof(BASE_TYPE)));

    // Without storage the call only says how much of it the same call needs
    std::size_t bytes = 0;
    check(cub::DeviceReduce::TransformReduce(nullptr, bytes, points, (BASE_TYPE*)d_C, numElem + 1, cuda::std::plus<>{},
                                             integral{a, h, numElem}, 0.0));
    device_memory<void> storage;
    check(cudaMalloc(storage.out(), bytes));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start, 0));
    check(cub::DeviceReduce::TransformReduce(storage, bytes, points, (BASE_TYPE*)d_C, numElem + 1, cuda::std::plus<>{},
                                             integral{a, h, numElem}, 0.0));
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
    trapezoid(a, b, numElem, &result, &KernelTime);
    printf("%d intervals: integral %.10f, error %.1e\n", numElem, result, fabs(result - exact));
    printf("KernelTime: %f ms\n", KernelTime);
    return 0;
} catch (const std::exception &error) {
    return failed(error);
}
