// Scalar product of two vectors: every thread multiplies and adds in registers, CUB adds up the block.
// The same program as global_memory.cu and constant_memory.cu: numbers that are read once gain nothing by a copy.
//
// Source:  K, chapter 7, kernel scalMult (lab 1)
// Legacy:  legacy/dot_product/shared_thread0.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/host_sums.md

#include <cstdio>
#include <stdexcept>
#include <vector>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/std/span>

#include "../support/buffers.hpp" // check(), device_buffer, stopwatch: RAII, every call checked

constexpr int threads_per_block = 256;

__global__ void scalMult(cuda::std::span<const double> A, cuda::std::span<const double> B, double* C)
{
    using block_reduce = cub::BlockReduce<double, threads_per_block>;
    __shared__ block_reduce::TempStorage shared;

    // Two elements to a load (cudaMalloc aligns); an odd one at the end goes to the first thread.
    const auto *A2 = reinterpret_cast<const double2*>(A.data()), *B2 = reinterpret_cast<const double2*>(B.data());
    const std::size_t n2 = A.size() / 2;
    const std::size_t tid = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x;
    const std::size_t stride = gridDim.x * std::size_t{threads_per_block};

    double sum = 0;
#pragma unroll 4
    for (std::size_t i = tid; i < n2; i += stride) {
        const double2 x = A2[i], y = B2[i];
        sum += x.x * y.x + x.y * y.y;
    }
    if (const std::size_t i = n2 * 2 + tid; i < A.size()) sum += A[i] * B[i];

    sum = block_reduce(shared).Sum(sum);
    if (threadIdx.x == 0)
        cuda::atomic_ref<double, cuda::thread_scope_device>{*C}.fetch_add(sum, cuda::memory_order_relaxed);
}

double shared_thread0(const std::vector<double>& A, const std::vector<double>& B, float* KernelTime)
{
    if (A.size() != B.size()) throw std::invalid_argument{"shared_thread0: vectors of different sizes"};
    const device_buffer<double> d_A{A}, d_B{B}, d_C{1, zeroed};

    const int blocks = resident_blocks(scalMult, threads_per_block, cuda::ceil_div(A.size(), std::size_t{2}));
    stopwatch time;
    scalMult<<<blocks, threads_per_block>>>({d_A.data(), d_A.size()}, {d_B.data(), d_B.size()}, d_C.data());
    check(cudaGetLastError());
    *KernelTime = time.stop();

    return d_C.to_host()[0];
}

int main()
try {
    std::vector<double> A(1 << 20), B(A.size());
    for (std::size_t i = 0; i < A.size(); i++) {
        A[i] = i % 7;
        B[i] = i % 5;
    }

    float KernelTime;
    const double result = shared_thread0(A, B, &KernelTime);
    std::printf("Scalar product: %f\n", result);
    std::printf("Kernel time: %f ms\n", KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
