// A one-dimensional texture object made of a CUDA array: every thread reads one texel.
//
// Source:  K, chapter 8, first texture example
// Legacy:  legacy/texture/array_1d.cu
// Note:    migration-notes/texture_reference.md, migration-notes/memcpy_to_array.md

#include <cstdio>
#include <vector>

#include <cuda/std/span>

#include "../support/buffers.hpp"    // check(), device_buffer: RAII, every call checked
#include "../support/texture.hpp" // cuda_array, texture_object, check_array_length(): likewise

constexpr int threads_per_block = 256;

__global__ void readTexels(cudaTextureObject_t tex, cuda::std::span<float> d_out)
{
    const std::size_t idx = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x;
    if (idx < d_out.size()) d_out[idx] = tex1D<float>(tex, static_cast<float>(idx));
}

std::vector<float> array_1d(const std::vector<float>& data)
{
    check_array_length(data.size());
    if (data.empty()) return {};
    const device_buffer<float> d_out{data.size()};

    const cuda_array<float> cuArray{data.size()};
    cuArray.copy_from(data);

    cudaTextureDesc attributes{};
    attributes.addressMode[0] = cudaAddressModeClamp; // a zeroed descriptor says wrap
    attributes.filterMode = cudaFilterModePoint;
    attributes.readMode = cudaReadModeElementType;
    const texture_object tex{cuArray, attributes};

    const unsigned blocks = grid_of(data.size(), threads_per_block);
    readTexels<<<blocks, threads_per_block>>>(tex.get(), {d_out.data(), d_out.size()});
    check(cudaGetLastError());

    return d_out.to_host();
}

int main()
try {
    std::vector<float> data(10);
    for (std::size_t i = 0; i < data.size(); i++)
        data[i] = 2.0f * i;

    for (float x : array_1d(data))
        std::printf("%f\n", x);
} catch (const std::exception& error) {
    return failed(error);
}
