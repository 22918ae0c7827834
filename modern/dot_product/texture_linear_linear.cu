// Scalar product of two vectors read through texture objects, both in linear memory.
//
// Source:  K, chapter 8, homework 1, algorithm 3
// Legacy:  legacy/dot_product/texture_linear_linear.cu
// Note:    migration-notes/texture_reference.md, migration-notes/linear_texture.md, migration-notes/host_sums.md,
//          migration-notes/thread_0_sums.md

#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/cmath>

#include "../support/buffers.hpp"    // check(), device_buffer, stopwatch: RAII, every call checked
#include "../support/texture.hpp" // texture_object: likewise

constexpr int threads_per_block = 256;

__global__ void scalMult(cudaTextureObject_t texA, cudaTextureObject_t texB, std::size_t texels, float* C)
{
    using block_reduce = cub::BlockReduce<float, threads_per_block>;
    __shared__ block_reduce::TempStorage sh;

    const std::size_t idx = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x;
    const std::size_t stride = gridDim.x * std::size_t{threads_per_block};

    float sum = 0;
#pragma unroll 4
    for (std::size_t i = idx; i < texels; i += stride) {
        const float4 x = tex1Dfetch<float4>(texA, static_cast<int>(i));
        const float4 y = tex1Dfetch<float4>(texB, static_cast<int>(i));
        sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }

    sum = block_reduce(sh).Sum(sum);
    if (threadIdx.x == 0)
        cuda::atomic_ref<float, cuda::thread_scope_device>{*C}.fetch_add(sum, cuda::memory_order_relaxed);
}

// Four elements to a texel; the last one is filled up with zeros.
std::vector<float4> texels_of(const std::vector<float>& elements)
{
    std::vector<float4> texels(cuda::ceil_div(elements.size(), std::size_t{4}));
    if (!elements.empty()) std::memcpy(texels.data(), elements.data(), elements.size() * sizeof(float));
    return texels;
}

float texture_linear_linear(const std::vector<float>& A, const std::vector<float>& B, float* KernelTime)
{
    if (A.size() != B.size()) throw std::invalid_argument{"texture_linear_linear: vectors of different sizes"};
    const std::size_t texels = cuda::ceil_div(A.size(), std::size_t{4});
    check_linear_length<float4>(texels);
    *KernelTime = 0;
    if (A.empty()) return 0;
    const device_buffer<float> d_C{1, zeroed};

    const device_buffer<float4> d_A{texels_of(A)};
    const texture_object texA{d_A};
    const device_buffer<float4> d_B{texels_of(B)};
    const texture_object texB{d_B};

    const int blocks = resident_blocks(scalMult, threads_per_block, texels);
    stopwatch time;
    scalMult<<<blocks, threads_per_block>>>(texA.get(), texB.get(), texels, d_C.data());
    check(cudaGetLastError());
    *KernelTime = time.stop();

    return d_C.to_host()[0];
}

int main()
try {
    for (const std::size_t numElem : {1024, 8192, 65536, 131072, 1048576}) {
        std::vector<float> A(numElem), B(numElem);
        for (std::size_t i = 0; i < numElem; i++) {
            A[i] = i % 3;
            B[i] = i % 2;
        }

        float KernelTime;
        const float result = texture_linear_linear(A, B, &KernelTime);
        std::printf("%8zu elements: scalar product %f, kernel time %f ms\n", numElem, result, KernelTime);
    }
} catch (const std::exception& error) {
    return failed(error);
}
