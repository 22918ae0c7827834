// An array in shared memory: each block has its part of the data copied there, asynchronously, waits, and uses it.
//
// Source:  K, chapter 7, the fragment Kernel(float* data)
// Legacy:  legacy/memory/shared_copy.cu
// Note:    migration-notes/shared_memory_copy.md

#include <cstdio>
#include <vector>

#include <cuda/std/span>
#include <cuda_pipeline_primitives.h>

#include "../support/buffers.hpp" // check(), device_buffer: RAII, every call checked

constexpr int BS = 256;            // elements that are turned round, by a quarter as many threads
constexpr int parts_per_block = 4; // of BS elements

__device__ float4 reversed(float4 v) { return {v.w, v.z, v.y, v.x}; }

__global__ void Kernel(cuda::std::span<float> data)
{
    __shared__ alignas(16) float shared[parts_per_block][BS];
    float* const a = shared[threadIdx.y];
    const std::size_t begin = (blockIdx.x * std::size_t{parts_per_block} + threadIdx.y) * BS;
    const bool whole = begin + BS <= data.size();
    const int piece = threadIdx.x * 4; // of 16 bytes

    if (whole)
        __pipeline_memcpy_async(&a[piece], &data[begin + piece], 16);
    else
        for (std::size_t i = begin + threadIdx.x; i < data.size(); i += BS / 4)
            a[i - begin] = data[i];
    __pipeline_commit();
    __pipeline_wait_prior(0); // for one's own copies
    __syncthreads();          // for those of the others

    // Counted in float4: of &data[begin + piece] nvcc takes 4 bytes for the alignment, and stores each float by itself.
    if (whole)
        reinterpret_cast<float4*>(data.data())[begin / 4 + threadIdx.x] =
            reversed(*reinterpret_cast<float4*>(&a[BS - 4 - piece]));
    else
        for (std::size_t i = begin + threadIdx.x; i < data.size(); i += BS / 4)
            data[i] = a[data.size() - 1 - i];
}

// Each BS elements turned round; the last ones too, where they are fewer.
std::vector<float> shared_copy(const std::vector<float>& h_data)
{
    if (h_data.empty()) return {};
    const device_buffer<float> data{h_data};

    const unsigned blocks = grid_of(data.size(), parts_per_block * BS);
    Kernel<<<blocks, dim3(BS / 4, parts_per_block)>>>({data.data(), data.size()});
    check(cudaGetLastError());

    return data.to_host();
}

int main()
try {
    std::vector<float> data(4 * BS);
    for (std::size_t i = 0; i < data.size(); i++)
        data[i] = static_cast<float>(i);

    data = shared_copy(data);

    for (std::size_t i = 0; i < data.size(); i += BS)
        std::printf("block %zu: %g .. %g\n", i / BS, data[i], data[i + BS - 1]);
} catch (const std::exception& error) {
    return failed(error);
}
