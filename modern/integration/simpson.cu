// Definite integral by Simpson's formula, and its accuracy beside that of the central rectangles and the trapezoids.
//
// Source:  K, chapter 7, homework 1
// Legacy:  legacy/integration/simpson.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/host_sums.md

#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>

#include "../support/buffers.hpp" // check(), device_buffer, stopwatch: RAII, every call checked

constexpr int threads_per_block = 256;

__device__ double f(double x) { return sin(x); }

// Adds the rectangles' heights to M and the trapezoids' mean heights to T: f once at each middle and at each end.
__global__ void integral(double a, double h, std::size_t numElem, double* M, double* T)
{
    using block_reduce = cub::BlockReduce<double2, threads_per_block>;
    __shared__ block_reduce::TempStorage shared;

    const std::size_t stride = gridDim.x * std::size_t{threads_per_block};
    double2 sum{};
    for (std::size_t i = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x; i <= numElem; i += stride) {
        if (i < numElem) sum.x += f(a + (i + 0.5) * h);
        sum.y += f(a + i * h) * (i == 0 || i == numElem ? 0.5 : 1.0);
    }

    sum = block_reduce(shared).Reduce(sum, [](double2 x, double2 y) { return double2{x.x + y.x, x.y + y.y}; });
    if (threadIdx.x == 0) {
        cuda::atomic_ref<double, cuda::thread_scope_device>{*M}.fetch_add(sum.x, cuda::memory_order_relaxed);
        cuda::atomic_ref<double, cuda::thread_scope_device>{*T}.fetch_add(sum.y, cuda::memory_order_relaxed);
    }
}

// By rectangles, by trapezoids, and by Simpson's formula, which is two parts of the first and one of the second.
std::array<double, 3> simpson(double a, double b, std::size_t numElem, float* KernelTime)
{
    if (numElem == 0) throw std::invalid_argument{"simpson: no intervals"};
    const double h = (b - a) / numElem;
    const device_buffer<double> sums{2, zeroed};

    const int blocks = resident_blocks(integral, threads_per_block, numElem + 1);
    stopwatch time;
    integral<<<blocks, threads_per_block>>>(a, h, numElem, sums.data(), sums.data() + 1);
    check(cudaGetLastError());
    *KernelTime = time.stop();

    const std::vector<double> host = sums.to_host();
    const double M = host[0] * h, T = host[1] * h;
    return {M, T, (2 * M + T) / 3};
}

int main()
try {
    const double a = 0, b = std::acos(-1.0), exact = 2;

    std::printf("intervals  rectangles  trapezoids     Simpson\n");
    std::array<double, 3> error{}, before{};
    for (std::size_t numElem = 4; numElem <= 256; numElem *= 2) {
        float KernelTime;
        const std::array<double, 3> results = simpson(a, b, numElem, &KernelTime);
        for (int k = 0; k < 3; k++) {
            before[k] = error[k];
            error[k] = std::fabs(results[k] - exact);
        }
        std::printf("%9zu  %10.3e  %10.3e  %10.3e\n", numElem, error[0], error[1], error[2]);
    }
    std::printf("order      %10.2f  %10.2f  %10.2f\n", std::log2(before[0] / error[0]), std::log2(before[1] / error[1]),
                std::log2(before[2] / error[2]));
} catch (const std::exception& error) {
    return failed(error);
}
