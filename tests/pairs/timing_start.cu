// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "timing_start.hpp"

#include <cstddef>

namespace {

__global__ void clear(uint4* memory, std::size_t count)
{
    const std::size_t stride = gridDim.x * std::size_t{blockDim.x};
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count; i += stride)
        memory[i] = uint4{};
}

__global__ void read_all(uint4* memory, std::size_t count)
{
    unsigned sum = 0;
    const std::size_t stride = gridDim.x * std::size_t{blockDim.x};
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count; i += stride) {
        const uint4 read = memory[i];
        sum += read.x + read.y + read.z + read.w;
    }
    if (sum == 1) memory[0].x = 1; // otherwise the compiler would remove the reads
}

__global__ void hold(long long cycles)
{
    const long long begin = clock64();
    while (clock64() - begin < cycles)
        continue;
}

// All zeros.
struct memory_to_read {
    void* begin = nullptr;
    std::size_t count = 0;
    cudaError_t error = cudaSuccess;

    memory_to_read(cudaStream_t stream, const pairs::timing_calls& calls)
    {
        int device = 0, cache = 0;
        error = cudaGetDevice(&device);
        if (error == cudaSuccess) error = cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, device);
        count = 2 * static_cast<std::size_t>(cache) / sizeof(uint4);
        if (error == cudaSuccess && count > 0) error = calls.malloc(&begin, count * sizeof(uint4));
        if (error == cudaSuccess) error = over_all(&clear, stream, calls);
    }

    cudaError_t over_all(void (*kernel)(uint4*, std::size_t), cudaStream_t stream, const pairs::timing_calls& calls)
    {
        void* arguments[] = {&begin, &count};
        return calls.launch(reinterpret_cast<const void*>(kernel), dim3{1024}, dim3{256}, arguments, 0, stream);
    }
};

} // namespace

cudaError_t pairs::empty_cache(cudaStream_t stream, const timing_calls& calls)
{
    static memory_to_read memory{stream, calls};
    return memory.error != cudaSuccess ? memory.error : memory.over_all(&read_all, stream, calls);
}

cudaError_t pairs::keep_busy(cudaStream_t stream, long long cycles, const timing_calls& calls)
{
    void* arguments[] = {&cycles};
    return calls.launch(reinterpret_cast<const void*>(&hold), dim3{1}, dim3{1}, arguments, 0, stream);
}
