// An array in shared memory: each block has its part of the data copied there, asynchronously, waits, and uses it.
//
// Source:  K, chapter 7, the fragment Kernel(float* data)
// Legacy:  legacy/memory/shared_copy.cu
// Note:    migration-notes/shared_memory_copy.md

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <vector>

#include <cuda/cmath>
#include <cuda/std/span>

#include "../support/cuda.hpp" // check(), device_buffer: RAII, every call checked

namespace cg = cooperative_groups;

constexpr int BS = 256;                   // elements that a block turns round
constexpr int threads_per_block = BS / 4; // each thread has 16 bytes under way, and so many blocks fit at once

__global__ void Kernel(cuda::std::span<float> data)
{
    __shared__ alignas(16) float a[BS];
    const std::size_t begin = blockIdx.x * std::size_t{BS};
    const auto part = data.subspan(begin, min(data.size() - begin, std::size_t{BS}));

    // As bytes, so that the addresses decide how much goes at once: 16 bytes here, and the rest of the last part.
    const auto block = cg::this_thread_block();
    cg::memcpy_async(block, static_cast<void*>(a), static_cast<const void*>(part.data()), part.size_bytes());
    cg::wait(block);

    for (std::size_t i = threadIdx.x; i < part.size(); i += threads_per_block)
        part[i] = a[part.size() - 1 - i];
}

// Each BS elements turned round; the last ones too, where they are fewer.
std::vector<float> shared_copy(const std::vector<float>& h_data)
{
    if (h_data.empty()) return {};
    const device_buffer<float> data{h_data};

    const auto blocks = static_cast<unsigned>(cuda::ceil_div(data.size(), std::size_t{BS}));
    Kernel<<<blocks, threads_per_block>>>({data.data(), data.size()});
    check(cudaGetLastError());

    return data.to_host();
}

int main()
{
    std::vector<float> data(4 * BS);
    for (std::size_t i = 0; i < data.size(); i++)
        data[i] = static_cast<float>(i);

    data = shared_copy(data);

    for (std::size_t i = 0; i < data.size(); i += BS)
        std::printf("block %zu: %g .. %g\n", i / BS, data[i], data[i + BS - 1]);
}
