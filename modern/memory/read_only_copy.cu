// A copy by one kernel: 16 bytes a thread, and its source marked as what it is, read only.
//
// Source:  M, "Read-Only Cache"
// Legacy:  legacy/memory/read_only_copy.cu
// Note:    migration-notes/read_only_cache.md

#include <cstdio>
#include <vector>

#include "../support/buffers.hpp" // check(), device_buffer: RAII, every call checked

constexpr int BLOCK = 256;

// Plain pointers, as no span can be restricted: const and __restrict__ are all that __ldg would say.
__global__ void copyKernel(int* __restrict__ out, const int* __restrict__ in, std::size_t n)
{
    // Four elements to a thread; the last few, which fill no int4, go to the threads after those.
    const std::size_t idx = blockIdx.x * std::size_t{BLOCK} + threadIdx.x;
    const std::size_t quads = n / 4;
    if (idx < quads)
        reinterpret_cast<int4*>(out)[idx] = reinterpret_cast<const int4*>(in)[idx];
    else if (const std::size_t i = 3 * quads + idx; i < n)
        out[i] = in[i];
}

std::vector<int> read_only_copy(const std::vector<int>& h_in)
{
    if (h_in.empty()) return {};
    const device_buffer<int> in{h_in}, out{h_in.size()};

    const unsigned blocks = grid_of(in.size() / 4 + in.size() % 4, BLOCK);
    copyKernel<<<blocks, BLOCK>>>(out.data(), in.data(), in.size());
    check(cudaGetLastError());

    return out.to_host();
}

int main()
try {
    std::vector<int> in(1024);
    for (std::size_t i = 0; i < in.size(); i++)
        in[i] = static_cast<int>(3 * i);

    const std::vector<int> out = read_only_copy(in);
    std::printf("%d: %d\n", in.back(), out.back());
} catch (const std::exception& error) {
    return failed(error);
}
