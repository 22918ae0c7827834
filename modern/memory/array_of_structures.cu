// Arithmetic on an array of structures, each aligned to its size, so that a load takes whole ones: two at a time.
//
// Source:  M, "Simple Math with the AoS Data Layout"
// Legacy:  legacy/memory/array_of_structures.cu
// Note:    migration-notes/structure_layout.md, migration-notes/host_timer.md

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include <cuda/std/span>

#include "../support/arguments.hpp" // argument_or()
#include "../support/buffers.hpp"      // check(), device_buffer, stopwatch: RAII, every call checked

struct alignas(8) innerStruct {
    float x;
    float y;
};

std::vector<innerStruct> initialInnerStruct(std::size_t size)
{
    std::vector<innerStruct> ip(size);
    for (innerStruct& one : ip) {
        one.x = (std::rand() & 0xFF) / 100.0f;
        one.y = (std::rand() & 0xFF) / 100.0f;
    }
    return ip;
}

struct alignas(16) two_structs {
    innerStruct first, second;
};

__host__ __device__ innerStruct sum(innerStruct tmp) { return {tmp.x + 10.f, tmp.y + 20.f}; }

__global__ void testInnerStruct(cuda::std::span<const innerStruct> data, cuda::std::span<innerStruct> result)
{
    // Two structures to a thread, 16 bytes; an odd last one goes to the thread after those.
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    const std::size_t twos = data.size() / 2;
    if (i < twos) {
        const two_structs tmp = reinterpret_cast<const two_structs*>(data.data())[i];
        reinterpret_cast<two_structs*>(result.data())[i] = {sum(tmp.first), sum(tmp.second)};
    } else if (twos + i < data.size()) {
        result[twos + i] = sum(data[twos + i]);
    }
}

std::vector<innerStruct> array_of_structures(const std::vector<innerStruct>& h_A, unsigned blocksize,
                                             float* milliseconds)
{
    *milliseconds = 0;
    if (blocksize == 0) throw std::invalid_argument{"array_of_structures: empty block"};
    if (h_A.empty()) return {};
    const unsigned grid = grid_of(h_A.size() / 2 + h_A.size() % 2, blocksize);
    const device_buffer<innerStruct> d_A{h_A}, d_C{h_A.size()};
    const auto launch = [&] {
        testInnerStruct<<<grid, blocksize>>>({d_A.data(), d_A.size()}, {d_C.data(), d_C.size()});
        check(cudaGetLastError());
    };

    launch(); // warms up: the first launch also loads the kernel

    stopwatch time;
    launch();
    *milliseconds = time.stop();

    return d_C.to_host();
}

int main(int argc, char** argv)
try {
    at_most_arguments(argc, argv, 1);
    const auto blocksize = argument_or(argc, argv, 1, "block size", 128, 1, 1024);

    const std::vector<innerStruct> h_A = initialInnerStruct(1 << 20);
    float milliseconds;
    const std::vector<innerStruct> gpuRef = array_of_structures(h_A, blocksize, &milliseconds);
    std::printf("innerstruct <<< %u, %zu >>> elapsed %.6f ms\n", grid_of(h_A.size() / 2, blocksize), blocksize,
                milliseconds);

    for (std::size_t i = 0; i < gpuRef.size(); i++)
        if (const innerStruct expected = sum(h_A[i]); gpuRef[i].x != expected.x || gpuRef[i].y != expected.y) {
            std::printf("different on element %zu\n", i);
            return EXIT_FAILURE;
        }
} catch (const std::exception& error) {
    return failed(error);
}
