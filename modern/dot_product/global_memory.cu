// Scalar product of two vectors: CUB multiplies, adds, and brings all blocks together.
//
// Source:  K, chapter 7, the version in global memory that it asks for first
// Legacy:  legacy/dot_product/global_memory.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/host_sums.md

#include <cstdio>
#include <stdexcept>
#include <vector>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>

#include "../support/cuda.hpp" // check(), device_buffer, stopwatch: RAII, every call checked

struct product {
    const double *A, *B;
    __device__ double operator()(std::size_t i) const { return A[i] * B[i]; }
};

double global_memory(const std::vector<double>& A, const std::vector<double>& B, float* KernelTime)
{
    if (A.size() != B.size()) throw std::invalid_argument{"global_memory: vectors of different sizes"};
    const device_buffer<double> d_A{A}, d_B{B}, d_C{1};

    const auto scalMult = [&](void* storage, std::size_t& bytes) {
        check(cub::DeviceReduce::TransformReduce(storage, bytes, thrust::counting_iterator<std::size_t>{0}, d_C.data(),
                                                 A.size(), cuda::std::plus<>{}, product{d_A.data(), d_B.data()}, 0.0));
    };
    std::size_t bytes = 0;
    scalMult(nullptr, bytes); // says how much storage it needs
    const device_buffer<std::byte> storage{bytes};

    stopwatch time;
    scalMult(storage.data(), bytes);
    *KernelTime = time.stop();

    return d_C.to_host()[0];
}

int main()
{
    std::vector<double> A(1 << 20), B(A.size());
    for (std::size_t i = 0; i < A.size(); i++) {
        A[i] = i % 7;
        B[i] = i % 5;
    }

    float KernelTime;
    const double result = global_memory(A, B, &KernelTime);
    std::printf("Scalar product: %f\n", result);
    std::printf("Kernel time: %f ms\n", KernelTime);
}
