// Sums of two vectors read from an offset on, four elements to a thread: all loads under way before the first store.
//
// Source:  M, "Unrolling Techniques" and "Exposing More Parallelism"
// Legacy:  legacy/memory/read_offset_unroll4.cu
// Note:    migration-notes/manual_unrolling.md, migration-notes/host_timer.md, migration-notes/misaligned_access.md

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

constexpr int elements_per_thread = 4;

__global__ void readOffsetUnroll4(cuda::std::span<const float> A, cuda::std::span<const float> B,
                                  cuda::std::span<float> C, std::size_t offset)
{
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} * elements_per_thread + threadIdx.x;
    if (i >= C.size()) return;
    const float* const a = A.data() + offset + i;
    const float* const b = B.data() + offset + i;

    // C may be A or B for all that the compiler knows: a store in between would keep the next load waiting.
    float sum[elements_per_thread];
#pragma unroll
    for (unsigned j = 0; j < elements_per_thread; j++)
        if (i + j * blockDim.x < C.size()) sum[j] = a[j * blockDim.x] + b[j * blockDim.x];
#pragma unroll
    for (unsigned j = 0; j < elements_per_thread; j++)
        if (i + j * blockDim.x < C.size()) C[i + j * blockDim.x] = sum[j];
}

std::vector<float> read_offset_unroll4(const std::vector<float>& h_A, const std::vector<float>& h_B, std::size_t offset,
                                       unsigned blocksize, float* milliseconds)
{
    *milliseconds = 0;
    if (blocksize == 0 || h_A.size() != h_B.size())
        throw std::invalid_argument{"read_offset_unroll4: empty block or other sizes"};
    if (offset >= h_A.size()) return {};
    const unsigned grid = grid_of(h_A.size() - offset, std::size_t{blocksize} * elements_per_thread);
    const device_buffer<float> d_A{h_A}, d_B{h_B}, d_C{h_A.size() - offset};
    const auto launch = [&] {
        readOffsetUnroll4<<<grid, blocksize>>>({d_A.data(), d_A.size()}, {d_B.data(), d_B.size()},
                                               {d_C.data(), d_C.size()}, offset);
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
    at_most_arguments(argc, argv, 3);
    const std::size_t nElem = std::size_t{1} << argument_or(argc, argv, 3, "log2 of the size", 20, 0, 30);
    const auto offset = argument_or(argc, argv, 1, "offset", 0, 0, nElem - 1);
    const auto blocksize = argument_or(argc, argv, 2, "block size", 512, 1, 1024);

    const std::vector<float> h_A = initialData(nElem), h_B = h_A;
    float milliseconds;
    const std::vector<float> gpuRef = read_offset_unroll4(h_A, h_B, offset, blocksize, &milliseconds);
    std::printf("unroll4 <<< %u, %zu >>> offset %zu elapsed %.6f ms\n",
                grid_of(gpuRef.size(), blocksize * elements_per_thread), blocksize, offset, milliseconds);

    for (std::size_t i = 0; i < gpuRef.size(); i++)
        if (gpuRef[i] != h_A[i + offset] + h_B[i + offset]) {
            std::printf("different on element %zu\n", i);
            return EXIT_FAILURE;
        }
} catch (const std::exception& error) {
    return failed(error);
}
