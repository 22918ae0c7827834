// Euclidean norm of a vector: its elements are scaled by a power of two before they are squared, so that their sum can
// neither overflow nor vanish. A norm beyond the largest double comes back as infinity.
//
// Source:  K, chapter 7, homework 2
// Legacy:  legacy/dot_product/euclidean_norm.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/squared_sums.md, migration-notes/host_sums.md

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/std/span>

#include "../support/buffers.hpp" // check(), device_buffer, stopwatch: RAII, every call checked

constexpr int threads_per_block = 256;

// The bits of a double without its sign are in the order of the magnitudes; NaN comes last.
using magnitude = unsigned long long;

__global__ void largest(cuda::std::span<const double> A, magnitude* C)
{
    using block_reduce = cub::BlockReduce<magnitude, threads_per_block>;
    __shared__ block_reduce::TempStorage ash;

    const std::size_t tid = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x;
    const std::size_t stride = gridDim.x * std::size_t{threads_per_block};
    magnitude most = 0;
    for (std::size_t i = tid; i < A.size(); i += stride)
        most = max(most, static_cast<magnitude>(__double_as_longlong(fabs(A[i]))));

    most = block_reduce(ash).Reduce(most, [](magnitude one, magnitude other) { return max(one, other); });
    if (threadIdx.x == 0)
        cuda::atomic_ref<magnitude, cuda::thread_scope_device>{*C}.fetch_max(most, cuda::memory_order_relaxed);
}

__global__ void scalMult(cuda::std::span<const double> A, double scale, double* C)
{
    using block_reduce = cub::BlockReduce<double, threads_per_block>;
    __shared__ block_reduce::TempStorage ash;

    const std::size_t tid = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x;
    const std::size_t stride = gridDim.x * std::size_t{threads_per_block};
    double sum = 0;
    for (std::size_t i = tid; i < A.size(); i += stride) {
        const double x = A[i] * scale; // exact, but where it is nothing beside the largest
        sum += x * x;
    }

    sum = block_reduce(ash).Sum(sum);
    if (threadIdx.x == 0)
        cuda::atomic_ref<double, cuda::thread_scope_device>{*C}.fetch_add(sum, cuda::memory_order_relaxed);
}

double euclidean_norm(const std::vector<double>& A, float* KernelTime)
{
    const device_buffer<double> d_A{A};
    const device_buffer<magnitude> d_largest{1, zeroed};
    const device_buffer<double> d_C{1, zeroed};

    const int blocks = resident_blocks(scalMult, threads_per_block, A.size());
    stopwatch first;
    largest<<<blocks, threads_per_block>>>({d_A.data(), d_A.size()}, d_largest.data());
    check(cudaGetLastError());
    *KernelTime = first.stop();

    const magnitude bits = d_largest.to_host()[0];
    double most;
    std::memcpy(&most, &bits, sizeof most);
    if (most == 0 || !std::isfinite(most)) return most;

    // The largest comes to lie between 1/2 and 1. No power of two is large enough for the smallest doubles.
    int exponent;
    std::frexp(most, &exponent);
    exponent = std::max(exponent, -1021);

    stopwatch second;
    scalMult<<<blocks, threads_per_block>>>({d_A.data(), d_A.size()}, std::ldexp(1.0, -exponent), d_C.data());
    check(cudaGetLastError());
    *KernelTime += second.stop();

    return std::ldexp(std::sqrt(d_C.to_host()[0]), exponent);
}

int main()
try {
    std::vector<double> A(1 << 20);
    for (std::size_t i = 0; i < A.size(); i++)
        A[i] = i % 4;

    float KernelTime;
    const double result = euclidean_norm(A, &KernelTime);
    std::printf("Norm: %f\n", result);
    std::printf("Kernel time: %f ms\n", KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
