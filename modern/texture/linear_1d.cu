// A one-dimensional texture object made of linear memory: every thread reads one texel, and writes it somewhere else.
//
// Source:  K, chapter 8, second texture example
// Legacy:  legacy/texture/linear_1d.cu
// Note:    migration-notes/linear_texture.md, migration-notes/texture_reference.md,
//          migration-notes/device_properties.md

#include <cstdio>
#include <stdexcept>
#include <vector>

#include <cuda/std/span>

#include "../support/buffers.hpp"    // check(), device_buffer: RAII, every call checked
#include "../support/texture.hpp" // texture_object, check_linear_length(): likewise

constexpr int threads_per_block = 256;

__global__ void kernel(cudaTextureObject_t tex, cuda::std::span<float> d_out)
{
    const std::size_t idx = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x;
    if (idx < d_out.size()) d_out[idx] = tex1Dfetch<float>(tex, static_cast<int>(idx));
}

std::vector<float> linear_1d(const std::vector<float>& data)
{
    check_linear_length<float>(data.size());
    if (data.empty()) return {};

    const device_buffer<float> d_a{data}, d_out{data.size()};
    const texture_object tex{d_a};

    const unsigned blocks = grid_of(data.size(), threads_per_block);
    kernel<<<blocks, threads_per_block>>>(tex.get(), {d_out.data(), d_out.size()});
    check(cudaGetLastError());

    return d_out.to_host();
}

int main()
try {
    std::vector<float> data(5000);
    for (std::size_t i = 0; i < data.size(); i++)
        data[i] = static_cast<float>(i);

    if (linear_1d(data) != data) throw std::runtime_error{"linear_1d: the arrays differ"};
    std::printf("Массивы совпали\n"); // the arrays matched
} catch (const std::exception& error) {
    return failed(error);
}
