// A small array that is the same for all threads, passed by value: the parameters of a kernel are constant memory.
//
// Source:  K, chapter 8, the constant array
// Legacy:  legacy/memory/constant_array.cu
// Note:    migration-notes/constant_memory_symbols.md

#include <array>
#include <cstdio>
#include <vector>

#include <cuda/std/array>
#include <cuda/std/span>

#include "../support/buffers.hpp" // check(), device_buffer: RAII, every call checked

constexpr int BS = 256;

using coefficients = cuda::std::array<float, 4>;

__device__ float value(const coefficients& constData, float x)
{
    return fmaf(fmaf(fmaf(constData[3], x, constData[2]), x, constData[1]), x, constData[0]);
}

__global__ void polynomial(const __grid_constant__ coefficients constData, cuda::std::span<const float> x,
                           cuda::std::span<float> y)
{
    // Four points to a thread; the last few, which fill no float4, go to the threads after those.
    const std::size_t i = blockIdx.x * std::size_t{BS} + threadIdx.x;
    const std::size_t quads = x.size() / 4;
    if (i < quads) {
        const float4 p = reinterpret_cast<const float4*>(x.data())[i];
        reinterpret_cast<float4*>(y.data())[i] = {value(constData, p.x), value(constData, p.y), value(constData, p.z),
                                                  value(constData, p.w)};
    } else if (const std::size_t j = 3 * quads + i; j < x.size()) {
        y[j] = value(constData, x[j]);
    }
}

std::vector<float> constant_array(const std::array<float, 4>& hostData, const std::vector<float>& h_x)
{
    if (h_x.empty()) return {};
    const device_buffer<float> x{h_x}, y{h_x.size()};
    const coefficients constData{hostData[0], hostData[1], hostData[2], hostData[3]};

    const unsigned blocks = grid_of(x.size() / 4 + x.size() % 4, BS);
    polynomial<<<blocks, BS>>>(constData, {x.data(), x.size()}, {y.data(), y.size()});
    check(cudaGetLastError());

    return y.to_host();
}

int main()
try {
    const std::array<float, 4> hostData{1, 2, 3, 4};
    const std::vector<float> x{0, 1, 2, 3, 4};
    const std::vector<float> y = constant_array(hostData, x);

    for (std::size_t i = 0; i < x.size(); i++)
        std::printf("%g: %g\n", x[i], y[i]);
} catch (const std::exception& error) {
    return failed(error);
}
