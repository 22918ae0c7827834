// Dot product of two vectors with the barriers where they belong: inside of a function that the whole block calls.
// The same program as block_reduction.cu, without its times, and as naive.cu.
//
// Source:  L, 05-dot-product-reduction, the fragment that it warns of
// Legacy:  legacy/dot_product/divergent_barrier.cu
// Note:    migration-notes/divergent_barrier.md, migration-notes/host_sums.md, migration-notes/tree_reduction.md

#include <cstdio>
#include <stdexcept>
#include <vector>

#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/std/span>

#include "../support/buffers.hpp" // check(), device_buffer: RAII, every call checked

constexpr int threads_per_block = 256;

__global__ void dotProduct(cuda::std::span<const float> a, cuda::std::span<const float> b, float* c)
{
    using block_reduce = cub::BlockReduce<float, threads_per_block>;
    __shared__ block_reduce::TempStorage buf;

    // Four elements to a load (cudaMalloc aligns); the last few, which fill no float4, go to the first threads.
    const auto *a4 = reinterpret_cast<const float4*>(a.data()), *b4 = reinterpret_cast<const float4*>(b.data());
    const std::size_t n4 = a.size() / 4;
    const std::size_t tid = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x;
    const std::size_t stride = gridDim.x * std::size_t{threads_per_block};

    float sum = 0;
#pragma unroll 4
    for (std::size_t i = tid; i < n4; i += stride) {
        const float4 x = a4[i], y = b4[i];
        sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    if (const std::size_t i = n4 * 4 + tid; i < a.size()) sum += a[i] * b[i];

    sum = block_reduce(buf).Sum(sum); // no thread has left, none is in a branch
    if (threadIdx.x == 0)
        cuda::atomic_ref<float, cuda::thread_scope_device>{*c}.fetch_add(sum, cuda::memory_order_relaxed);
}

float divergent_barrier(const std::vector<float>& h_a, const std::vector<float>& h_b)
{
    if (h_a.size() != h_b.size()) throw std::invalid_argument{"divergent_barrier: vectors of different sizes"};
    const device_buffer<float> d_a{h_a}, d_b{h_b}, d_c{1, zeroed};

    const int blocks = resident_blocks(dotProduct, threads_per_block, cuda::ceil_div(h_a.size(), std::size_t{4}));
    dotProduct<<<blocks, threads_per_block>>>({d_a.data(), d_a.size()}, {d_b.data(), d_b.size()}, d_c.data());
    check(cudaGetLastError());

    return d_c.to_host()[0];
}

int main()
try {
    const std::vector<float> h_a(1024, 1.0f), h_b(1024, 1.0f);
    std::printf("Result = %.2f \n", divergent_barrier(h_a, h_b));
} catch (const std::exception& error) {
    return failed(error);
}
