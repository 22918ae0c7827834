// Arithmetic on a structure of arrays of any length, four elements of each array to a thread.
//
// Source:  M, "Simple Math with the SoA Data Layout"
// Legacy:  legacy/memory/structure_of_arrays.cu
// Note:    migration-notes/structure_layout.md, migration-notes/host_timer.md

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <vector>

#include <cuda/std/span>

#include "../support/arguments.hpp" // argument_or()
#include "../support/buffers.hpp"      // check(), device_buffer, stopwatch: RAII, every call checked

template <class T>
struct InnerArray {
    cuda::std::span<T> x;
    cuda::std::span<T> y;
};

std::vector<float> initialArray(std::size_t size)
{
    std::vector<float> ip(size);
    for (float& x : ip)
        x = (std::rand() & 0xFF) / 100.0f;
    return ip;
}

__device__ float4 add(float4 tmp, float number)
{
    return {tmp.x + number, tmp.y + number, tmp.z + number, tmp.w + number};
}

__global__ void testInnerArray(InnerArray<const float> data, InnerArray<float> result)
{
    // Four elements of both to a thread, 16 bytes each; the last few, which fill no float4, go to the threads after
    // those.
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    const std::size_t quads = data.x.size() / 4;
    if (i < quads) {
        const float4 tmpx = reinterpret_cast<const float4*>(data.x.data())[i];
        const float4 tmpy = reinterpret_cast<const float4*>(data.y.data())[i];
        reinterpret_cast<float4*>(result.x.data())[i] = add(tmpx, 10.f);
        reinterpret_cast<float4*>(result.y.data())[i] = add(tmpy, 20.f);
    } else if (const std::size_t j = 3 * quads + i; j < data.x.size()) {
        result.x[j] = data.x[j] + 10.f;
        result.y[j] = data.y[j] + 20.f;
    }
}

std::pair<std::vector<float>, std::vector<float>> structure_of_arrays(const std::vector<float>& h_x,
                                                                      const std::vector<float>& h_y, unsigned blocksize,
                                                                      float* milliseconds)
{
    *milliseconds = 0;
    if (blocksize == 0 || h_x.size() != h_y.size())
        throw std::invalid_argument{"structure_of_arrays: empty block or other sizes"};
    if (h_x.empty()) return {};
    const unsigned grid = grid_of(h_x.size() / 4 + h_x.size() % 4, blocksize);
    const device_buffer<float> x{h_x}, y{h_y}, result_x{h_x.size()}, result_y{h_y.size()};
    const auto launch = [&] {
        testInnerArray<<<grid, blocksize>>>({{x.data(), x.size()}, {y.data(), y.size()}},
                                            {{result_x.data(), x.size()}, {result_y.data(), y.size()}});
        check(cudaGetLastError());
    };

    launch(); // warms up: the first launch also loads the kernel

    stopwatch time;
    launch();
    *milliseconds = time.stop();

    return {result_x.to_host(), result_y.to_host()};
}

int main(int argc, char** argv)
try {
    at_most_arguments(argc, argv, 1);
    const auto blocksize = argument_or(argc, argv, 1, "block size", 128, 1, 1024);

    const std::vector<float> h_x = initialArray(1 << 20), h_y = initialArray(1 << 20);
    float milliseconds;
    const auto [x, y] = structure_of_arrays(h_x, h_y, blocksize, &milliseconds);
    std::printf("innerArray <<< %u, %zu >>> elapsed %.6f ms\n", grid_of(h_x.size() / 4, blocksize), blocksize,
                milliseconds);

    for (std::size_t i = 0; i < x.size(); i++)
        if (x[i] != h_x[i] + 10.f || y[i] != h_y[i] + 20.f) {
            std::printf("different on element %zu\n", i);
            return EXIT_FAILURE;
        }
} catch (const std::exception& error) {
    return failed(error);
}
