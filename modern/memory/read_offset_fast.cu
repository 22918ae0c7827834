// Sums of two vectors read from an offset on, as fast as memory gives them: the library's call.
//
// Twin:    modern/memory/read_offset.cu
// Note:    migration-notes/misaligned_access.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include <cub/device/device_transform.cuh>
#include <cuda/std/functional>
#include <cuda/std/tuple>

#include "../support/arguments.hpp" // argument_or(), at_most_arguments()
#include "../support/cuda.hpp"      // check(), and the owners: device_memory, event

void read_offset(const float* h_A, const float* h_B, float* gpuRef, std::size_t nElem, std::size_t offset,
                 unsigned blocksize, float* iElaps)
{
    if (blocksize == 0) throw std::invalid_argument{"read_offset: empty block"};
    iElaps[0] = iElaps[1] = 0;
    if (offset >= nElem) return;
    const std::size_t nBytes = nElem * sizeof(float), count = nElem - offset;

    device_memory<float> d_A, d_B, d_C;
    check(cudaMalloc(d_A.out(), nBytes));
    check(cudaMalloc(d_B.out(), nBytes));
    check(cudaMalloc(d_C.out(), nBytes));
    check(cudaMemcpy(d_A, h_A, nBytes, cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_B, h_B, nBytes, cudaMemcpyHostToDevice));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    for (int run = 0; run < 2; run++) { // the first warms up: it also loads the kernel
        check(cudaEventRecord(start));
        // Blocks, and how many loads are under way, are the library's to choose for each GPU: `blocksize` is there for
        // the other stages, and has no effect.
        check(cub::DeviceTransform::Transform(cuda::std::make_tuple(d_A + offset, d_B + offset),
                                              static_cast<float*>(d_C), count, cuda::std::plus<>{}));
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        check(cudaEventElapsedTime(&iElaps[run], start, stop));
    }

    check(cudaMemcpy(gpuRef, d_C, count * sizeof(float), cudaMemcpyDeviceToHost));
}

int main(int argc, char** argv)
try {
    const std::size_t nElem = 1 << 20;
    at_most_arguments(argc, argv, 2);
    const auto offset = argument_or(argc, argv, 1, "offset", 0, 0, nElem - 1);
    const auto blocksize = argument_or(argc, argv, 2, "block size", 512, 1, 1024);

    std::vector<float> h_A(nElem), gpuRef(nElem);
    for (float& x : h_A)
        x = (std::rand() & 0xFF) / 100.0f;

    float iElaps[2];
    read_offset(h_A.data(), h_A.data(), gpuRef.data(), nElem, offset, blocksize, iElaps);
    std::printf("cub::DeviceTransform offset %zu elapsed %f ms\n", offset, iElaps[1]);

    for (std::size_t i = 0; i < nElem - offset; i++)
        if (gpuRef[i] != 2 * h_A[i + offset]) {
            std::printf("different on element %zu\n", i);
            return EXIT_FAILURE;
        }
} catch (const std::exception& error) {
    return failed(error);
}
