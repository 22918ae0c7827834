// Euclidean norm of a vector: squares of floats, added in double, can neither overflow nor vanish.
//
// Source:  K, chapter 7, homework 2
// Legacy:  legacy/dot_product/euclidean_norm.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/squared_sums.md

#include <cmath>
#include <cstdio>
#include <vector>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

#include "../support/cuda.hpp" // check(), device_buffer, stopwatch: RAII, every call checked

struct square {
    __device__ double operator()(double x) const { return x * x; }
};

float euclidean_norm(const std::vector<float>& A, float* KernelTime)
{
    const device_buffer<float> d_A{A};
    const device_buffer<double> d_C{1};

    const auto scalMult = [&](void* storage, std::size_t& bytes) {
        check(cub::DeviceReduce::TransformReduce(storage, bytes, d_A.data(), d_C.data(), A.size(), cuda::std::plus<>{},
                                                 square{}, 0.0));
    };
    std::size_t bytes = 0;
    scalMult(nullptr, bytes); // says how much storage it needs
    const device_buffer<std::byte> storage{bytes};

    stopwatch time;
    scalMult(storage.data(), bytes);
    *KernelTime = time.stop();

    return static_cast<float>(std::sqrt(d_C.to_host()[0]));
}

int main()
{
    std::vector<float> A(1 << 20);
    for (std::size_t i = 0; i < A.size(); i++)
        A[i] = i % 4;

    float KernelTime;
    const float result = euclidean_norm(A, &KernelTime);
    std::printf("Norm: %f\n", result);
    std::printf("Kernel time: %f ms\n", KernelTime);
}
