// Sums of two vectors written from an offset on: what misaligned stores cost.
//
// Source:  M, "Example of Misaligned Writes"
// Legacy:  legacy/memory/write_offset.cu
// Note:    migration-notes/misaligned_access.md, migration-notes/host_timer.md

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include <cuda/std/span>

#include "../support/arguments.hpp" // argument_or()
#include "../support/buffers.hpp"      // check(), device_buffer, stopwatch: RAII, every call checked

std::vector<float> initialData(std::size_t size)
{
    std::vector<float> ip(size);
    for (float& x : ip)
        x = (std::rand() & 0xFF) / 100.0f;
    return ip;
}

__global__ void writeOffset(cuda::std::span<const float> A, cuda::std::span<const float> B, cuda::std::span<float> C,
                            std::size_t offset)
{
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    const std::size_t k = i + offset;
    if (k < C.size()) C[k] = A[i] + B[i];
}

// The elements from offset on; nobody writes those before.
std::vector<float> write_offset(const std::vector<float>& h_A, const std::vector<float>& h_B, std::size_t offset,
                                unsigned blocksize, float* milliseconds)
{
    *milliseconds = 0;
    if (blocksize == 0 || h_A.size() != h_B.size())
        throw std::invalid_argument{"write_offset: empty block or other sizes"};
    if (offset >= h_A.size()) return {};
    const unsigned grid = grid_of(h_A.size() - offset, blocksize);
    const device_buffer<float> d_A{h_A}, d_B{h_B}, d_C{h_A.size()};
    const auto launch = [&] {
        writeOffset<<<grid, blocksize>>>({d_A.data(), d_A.size()}, {d_B.data(), d_B.size()}, {d_C.data(), d_C.size()},
                                         offset);
        check(cudaGetLastError());
    };

    launch(); // warms up: the first launch also loads the kernel

    stopwatch time;
    launch();
    *milliseconds = time.stop();

    std::vector<float> gpuRef(d_C.size() - offset);
    check(cudaMemcpy(gpuRef.data(), d_C.data() + offset, gpuRef.size() * sizeof(float), cudaMemcpyDeviceToHost));
    return gpuRef;
}

int main(int argc, char** argv)
try {
    const std::size_t nElem = 1 << 20;
    at_most_arguments(argc, argv, 2);
    const auto offset = argument_or(argc, argv, 1, "offset", 0, 0, nElem - 1);
    const auto blocksize = argument_or(argc, argv, 2, "block size", 512, 1, 1024);

    const std::vector<float> h_A = initialData(nElem), h_B = h_A;
    float milliseconds;
    const std::vector<float> gpuRef = write_offset(h_A, h_B, offset, blocksize, &milliseconds);
    std::printf("writeOffset <<< %u, %zu >>> offset %zu elapsed %.6f ms\n", grid_of(gpuRef.size(), blocksize),
                blocksize, offset, milliseconds);

    for (std::size_t i = 0; i < gpuRef.size(); i++)
        if (gpuRef[i] != h_A[i] + h_B[i]) {
            std::printf("different on element %zu\n", i + offset);
            return EXIT_FAILURE;
        }
} catch (const std::exception& error) {
    return failed(error);
}
