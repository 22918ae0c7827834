// Euclidean norm of a vector: squares of floats, added in double, can neither overflow nor vanish. A norm beyond
// the largest float comes back as infinity.
//
// Source:  K, chapter 7, homework 2
// Legacy:  legacy/dot_product/euclidean_norm.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/squared_sums.md, migration-notes/host_sums.md

#include <cmath>
#include <cstdio>
#include <vector>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/std/span>

#include "../support/buffers.hpp" // check(), device_buffer, stopwatch: RAII, every call checked

constexpr int threads_per_block = 256;

__device__ double square(double x) { return x * x; }

__global__ void scalMult(cuda::std::span<const float> A, double* C)
{
    using block_reduce = cub::BlockReduce<double, threads_per_block>;
    __shared__ block_reduce::TempStorage ash;

    // Four elements to a load (cudaMalloc aligns); the last few, which fill no float4, go to the first threads.
    const auto* A4 = reinterpret_cast<const float4*>(A.data());
    const std::size_t n4 = A.size() / 4;
    const std::size_t tid = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x;
    const std::size_t stride = gridDim.x * std::size_t{threads_per_block};

    double sum = 0;
#pragma unroll 4
    for (std::size_t i = tid; i < n4; i += stride) {
        const float4 x = A4[i];
        sum += square(x.x) + square(x.y) + square(x.z) + square(x.w);
    }
    if (const std::size_t i = n4 * 4 + tid; i < A.size()) sum += square(A[i]);

    sum = block_reduce(ash).Sum(sum);
    if (threadIdx.x == 0)
        cuda::atomic_ref<double, cuda::thread_scope_device>{*C}.fetch_add(sum, cuda::memory_order_relaxed);
}

float euclidean_norm(const std::vector<float>& A, float* KernelTime)
{
    const device_buffer<float> d_A{A};
    const device_buffer<double> d_C{1, zeroed};

    const int blocks = resident_blocks(scalMult, threads_per_block, cuda::ceil_div(A.size(), std::size_t{4}));
    stopwatch time;
    scalMult<<<blocks, threads_per_block>>>({d_A.data(), d_A.size()}, d_C.data());
    check(cudaGetLastError());
    *KernelTime = time.stop();

    return static_cast<float>(std::sqrt(d_C.to_host()[0]));
}

int main()
try {
    std::vector<float> A(1 << 20);
    for (std::size_t i = 0; i < A.size(); i++)
        A[i] = i % 4;

    float KernelTime;
    const float result = euclidean_norm(A, &KernelTime);
    std::printf("Norm: %f\n", result);
    std::printf("Kernel time: %f ms\n", KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
