// Definite integral by the trapezoid formula: f once at each point, blocks add up with CUB, and meet in one atomic.
//
// Source:  K, chapter 7, homework 1
// Legacy:  legacy/integration/trapezoid.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/host_sums.md

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>

#include "../support/buffers.hpp" // check(), device_buffer, stopwatch: RAII, every call checked

constexpr int threads_per_block = 256;

__device__ double f(double x) { return sin(x); }

__global__ void integral(double a, double h, std::size_t numElem, double* C)
{
    using block_reduce = cub::BlockReduce<double, threads_per_block>;
    __shared__ block_reduce::TempStorage fsh;

    const std::size_t stride = gridDim.x * std::size_t{threads_per_block};
    double sum = 0;
    for (std::size_t i = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x; i <= numElem; i += stride)
        sum += f(a + i * h) * (i == 0 || i == numElem ? 0.5 : 1.0);

    sum = block_reduce(fsh).Sum(sum);
    if (threadIdx.x == 0)
        cuda::atomic_ref<double, cuda::thread_scope_device>{*C}.fetch_add(sum, cuda::memory_order_relaxed);
}

double trapezoid(double a, double b, std::size_t numElem, float* KernelTime)
{
    if (numElem == 0) throw std::invalid_argument{"trapezoid: no intervals"};
    const double h = (b - a) / numElem;
    const device_buffer<double> d_C{1, zeroed};

    const int blocks = resident_blocks(integral, threads_per_block, numElem + 1);
    stopwatch time;
    integral<<<blocks, threads_per_block>>>(a, h, numElem, d_C.data());
    check(cudaGetLastError());
    *KernelTime = time.stop();

    return d_C.to_host()[0] * h;
}

int main()
try {
    const double a = 0, b = std::acos(-1.0), exact = 2;
    const std::size_t numElem = 1 << 20;

    float KernelTime;
    const double result = trapezoid(a, b, numElem, &KernelTime);
    std::printf("%zu intervals: integral %.10f, error %.1e\n", numElem, result, std::fabs(result - exact));
    std::printf("KernelTime: %f ms\n", KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
