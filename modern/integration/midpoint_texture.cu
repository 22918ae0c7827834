// Definite integral by the formula of central rectangles, of samples read through a texture object on linear memory.
//
// Source:  K, chapter 8, laboratory work 2
// Legacy:  legacy/integration/midpoint_texture.cu
// Note:    migration-notes/linear_texture.md, migration-notes/thread_0_sums.md, migration-notes/texture_reference.md,
//          migration-notes/device_properties.md, migration-notes/host_sums.md

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/cmath>

#include "../support/buffers.hpp"    // check(), device_buffer, stopwatch: RAII, every call checked
#include "../support/texture.hpp" // texture_object, check_linear_length(): likewise

constexpr int threads_per_block = 256;

float f(double x) { return static_cast<float>(std::sin(x)); }

// Four samples to a texel, added in double: a sum of many floats would lose more than the formula does.
__global__ void integral(cudaTextureObject_t tex, std::size_t texels, double* C)
{
    using block_reduce = cub::BlockReduce<double, threads_per_block>;
    __shared__ block_reduce::TempStorage fsh;

    const std::size_t stride = gridDim.x * std::size_t{threads_per_block};
    double sum = 0;
    for (std::size_t idx = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x; idx < texels; idx += stride) {
        const float4 samples = tex1Dfetch<float4>(tex, static_cast<int>(idx));
        sum += double{samples.x} + samples.y + samples.z + samples.w;
    }

    sum = block_reduce(fsh).Sum(sum);
    if (threadIdx.x == 0)
        cuda::atomic_ref<double, cuda::thread_scope_device>{*C}.fetch_add(sum, cuda::memory_order_relaxed);
}

float midpoint_texture(double a, double b, std::size_t numElem, float* KernelTime)
{
    if (numElem == 0) throw std::invalid_argument{"midpoint_texture: no intervals"};
    const std::size_t texels = cuda::ceil_div(numElem, std::size_t{4});
    check_linear_length<float4>(texels);

    const double h = (b - a) / numElem;
    std::vector<float> data(texels * 4); // what fills the last texel up is 0
    for (std::size_t i = 0; i < numElem; i++)
        data[i] = f(a + (i + 0.5) * h);
    const device_buffer<float4> d_a{texels};
    check(cudaMemcpy(d_a.data(), data.data(), data.size() * sizeof(float), cudaMemcpyHostToDevice));
    const device_buffer<double> d_C{1, zeroed};
    const texture_object tex{d_a};

    const int blocks = resident_blocks(integral, threads_per_block, texels);
    stopwatch time;
    integral<<<blocks, threads_per_block>>>(tex.get(), texels, d_C.data());
    check(cudaGetLastError());
    *KernelTime = time.stop();

    return static_cast<float>(d_C.to_host()[0] * h);
}

int main()
try {
    const double a = 0, b = std::acos(-1.0), exact = 2;
    const std::size_t numElem = 1 << 20;

    float KernelTime;
    const float result = midpoint_texture(a, b, numElem, &KernelTime);
    std::printf("%zu intervals: integral %.6f, error %.1e\n", numElem, result, std::fabs(result - exact));
    std::printf("KernelTime: %f ms\n", KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
