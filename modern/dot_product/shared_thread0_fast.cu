// Scalar product of two vectors of doubles as fast as they can be read: two elements to a load, eight loads under way
// in each thread, one launch, and one atomic for each block. The blocks add in no fixed order: the last digits may
// differ from run to run.
//
// Twin: modern/dot_product/shared_thread0.cu
// Note: migration-notes/thread_0_sums.md, migration-notes/host_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <vector>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/cmath>

#include "../support/cuda.hpp"   // check(), device_memory, event
#include "../support/launch.hpp" // resident_blocks()

constexpr int threads_per_block = 256;

__global__ void scalMult(const double* A, const double* B, double* C, std::size_t numElem)
{
    using block_reduce = cub::BlockReduce<double, threads_per_block>;
    __shared__ block_reduce::TempStorage shared;

    // Two elements to a load (cudaMalloc aligns); an odd one at the end goes to the first thread.
    const auto *A2 = reinterpret_cast<const double2*>(A), *B2 = reinterpret_cast<const double2*>(B);
    const std::size_t n2 = numElem / 2;
    const std::size_t tid = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * threads_per_block;

    double sum = 0;
#pragma unroll 4
    for (std::size_t i = tid; i < n2; i += stride) {
        const double2 x = A2[i], y = B2[i];
        sum += x.x * y.x + x.y * y.y;
    }
    if (const std::size_t i = n2 * 2 + tid; i < numElem) sum += A[i] * B[i];

    sum = block_reduce(shared).Sum(sum);
    if (threadIdx.x == 0)
        cuda::atomic_ref<double, cuda::thread_scope_device>{*C}.fetch_add(sum, cuda::memory_order_relaxed);
}

void shared_thread0(std::size_t numElem, const double* A, const double* B, double* result, float* KernelTime)
{
    device_memory<double> d_A, d_B, d_C;
    check(cudaMalloc(d_A.out(), numElem * sizeof(double)));
    check(cudaMalloc(d_B.out(), numElem * sizeof(double)));
    check(cudaMalloc(d_C.out(), sizeof(double)));
    check(cudaMemcpy(d_A, A, numElem * sizeof(double), cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_B, B, numElem * sizeof(double), cudaMemcpyHostToDevice));
    check(cudaMemset(d_C, 0, sizeof(double)));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    const int blocks = resident_blocks(scalMult, threads_per_block, cuda::ceil_div(numElem, std::size_t{2}));

    check(cudaEventRecord(start));
    scalMult<<<blocks, threads_per_block>>>(d_A, d_B, d_C, numElem);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));

    check(cudaMemcpy(result, d_C, sizeof(double), cudaMemcpyDeviceToHost));
    check(cudaEventElapsedTime(KernelTime, start, stop));
}

int main()
try {
    std::vector<double> A(1 << 20), B(A.size());
    for (std::size_t i = 0; i < A.size(); i++) {
        A[i] = i % 7;
        B[i] = i % 5;
    }

    double result;
    float KernelTime;
    shared_thread0(A.size(), A.data(), B.data(), &result, &KernelTime);
    std::printf("Scalar product: %f\n", result);
    std::printf("Kernel time: %f ms\n", KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
