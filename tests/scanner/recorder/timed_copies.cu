// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times copies of several sizes, for copy_cost.py: the host's time of one copy, the median of several.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

static double microseconds(const char* memory, cudaMemcpyKind kind, void* host, void* device, std::size_t bytes)
{
    const int repeats = bytes >= (std::size_t{64} << 20) ? 9 : 51;
    std::vector<double> all;
    for (int k = -2; k < repeats; ++k) {
        cudaDeviceSynchronize();
        const auto begin = std::chrono::steady_clock::now();
        cudaError_t error = cudaSuccess;
        void* const to = kind == cudaMemcpyHostToDevice ? device : host;
        void* const from = kind == cudaMemcpyHostToDevice ? host : device;
        if (memory[0] == 'a') { // in a stream
            error = cudaMemcpyAsync(to, from, bytes, kind, 0);
            if (error == cudaSuccess) error = cudaStreamSynchronize(0);
        } else {
            error = cudaMemcpy(to, from, bytes, kind);
        }
        const auto end = std::chrono::steady_clock::now();
        if (error != cudaSuccess) {
            std::printf("error: %s\n", cudaGetErrorString(error));
            std::exit(1);
        }
        if (k >= 0) all.push_back(std::chrono::duration<double, std::micro>(end - begin).count());
    }
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

int main(int count, char** words)
{
    const std::size_t most = std::size_t{count > 1 ? std::strtoull(words[1], nullptr, 10) : 256u} << 20;
    void *device, *pinned;
    std::vector<char> pageable(most, 1);
    if (cudaMalloc(&device, most) != cudaSuccess || cudaMallocHost(&pinned, most) != cudaSuccess) return 1;
    std::copy(pageable.begin(), pageable.end(), static_cast<char*>(pinned));
    for (const char* memory : {"pageable", "pinned", "asynchronous"})
        for (const cudaMemcpyKind kind : {cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost})
            for (std::size_t bytes = 4096; bytes <= most; bytes *= 8)
                std::printf("%s %s %zu %.3f\n", memory, kind == cudaMemcpyHostToDevice ? "to-device" : "to-host", bytes,
                            microseconds(memory, kind, memory[1] == 'a' ? pageable.data() : pinned, device, bytes));
    cudaFreeHost(pinned);
    cudaFree(device);
}
