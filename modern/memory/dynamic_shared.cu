// Shared memory whose size is given at the launch, here for two arrays of any length that fits, beyond 48 KB too.
//
// Source:  K, chapter 7, the launch of myKernelFunc(float *param1, int *param2)
// Legacy:  legacy/memory/dynamic_shared.cu
// Note:    migration-notes/dynamic_shared_memory.md, migration-notes/shared_memory_copy.md

#include <algorithm>
#include <climits>
#include <cstdio>
#include <stdexcept>
#include <vector>

#include <cuda/cmath>
#include <cuda/std/span>
#include <cuda_pipeline_primitives.h>

#include "../support/buffers.hpp" // check(), device_buffer: RAII, every call checked

constexpr int threads_per_block = 256;

// Bytes of an array in shared memory, with what keeps the next one aligned to 16 bytes.
template <class T>
__host__ __device__ constexpr std::size_t room(std::size_t elements)
{
    return cuda::round_up(elements * sizeof(T), std::size_t{16});
}

// A tile for each threadIdx.y.
__global__ void myKernelFunc(cuda::std::span<float> param1, cuda::std::span<int> param2, unsigned tile)
{
    extern __shared__ __align__(16) unsigned char shared[];
    auto* const s1 = reinterpret_cast<float*>(shared) + threadIdx.y * tile;
    auto* const s2 = reinterpret_cast<int*>(shared + room<float>(blockDim.y * tile)) + threadIdx.y * tile;

    const std::size_t begin = min((blockIdx.x * std::size_t{blockDim.y} + threadIdx.y) * tile, param1.size());
    const auto count = static_cast<unsigned>(min(param1.size() - begin, std::size_t{tile}));
    float* const part1 = param1.data() + begin;
    int* const part2 = param2.data() + begin;

    // 4 bytes a copy: 16 were no gain worth their code where that was measured (the note's pitfalls).
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
        __pipeline_memcpy_async(&s1[i], &part1[i], sizeof(float));
        __pipeline_memcpy_async(&s2[i], &part2[i], sizeof(int));
    }
    __pipeline_commit();
    __pipeline_wait_prior(0); // for one's own copies
    __syncthreads();          // for those of the others

    for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
        part1[i] = s1[count - 1 - i];
        part2[i] = s2[count - 1 - i];
    }
}

// Changes both in place: each `tile` elements turned round; the last ones too, where they are fewer.
void dynamic_shared(std::vector<float>& h_param1, std::vector<int>& h_param2, std::size_t tile)
{
    if (tile == 0 || h_param1.size() != h_param2.size())
        throw std::invalid_argument{"dynamic_shared: empty tile or other sizes"};
    if (h_param1.empty()) return;
    tile = std::min(tile, h_param1.size());

    // Up to four short tiles to a block: each thread then has several copies under way.
    const auto tiles = static_cast<unsigned>(std::clamp<std::size_t>(1024 / tile, 1, 4));
    const unsigned blocks = grid_of(h_param1.size(), tiles * tile);
    const device_buffer<float> param1{h_param1};
    const device_buffer<int> param2{h_param2};

    // Without the attribute 48 KB are the limit; with it, what the device has
    // (cudaDevAttrMaxSharedMemoryPerBlockOptin).
    const std::size_t sharedMemSize = room<float>(tiles * tile) + room<int>(tiles * tile);
    check(cudaFuncSetAttribute(myKernelFunc, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(std::min<std::size_t>(sharedMemSize, INT_MAX))));
    myKernelFunc<<<blocks, dim3(threads_per_block / tiles, tiles), sharedMemSize>>>(
        {param1.data(), param1.size()}, {param2.data(), param2.size()}, static_cast<unsigned>(tile));
    check(cudaGetLastError());

    h_param1 = param1.to_host();
    h_param2 = param2.to_host();
}

int main()
try {
    const std::size_t n = 1024, tile = 256;
    std::vector<float> param1(n);
    std::vector<int> param2(n);
    for (std::size_t i = 0; i < n; i++) {
        param1[i] = 0.5f * i;
        param2[i] = static_cast<int>(i);
    }

    dynamic_shared(param1, param2, tile);

    for (std::size_t i = 0; i < n; i += tile)
        std::printf("block %zu: %g .. %g, %d .. %d\n", i / tile, param1[i], param1[i + tile - 1], param2[i],
                    param2[i + tile - 1]);
} catch (const std::exception& error) {
    return failed(error);
}
