// Arithmetic on an array of structures, each aligned to its size: two of them, 16 bytes, to a load.
//
// Twin:    modern/memory/array_of_structures.cu
// Note:    migration-notes/structure_layout.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "../support/arguments.hpp" // argument_or(), at_most_arguments()
#include "../support/cuda.hpp"      // check(), and the owners: device_memory, event
#include "../support/launch.hpp"    // grid_of()

struct alignas(8) innerStruct {
    float x;
    float y;
};

struct alignas(16) two_structs {
    innerStruct first, second;
};

__host__ __device__ innerStruct sum(innerStruct tmp) { return {tmp.x + 10.f, tmp.y + 20.f}; }

__global__ void testInnerStruct(const innerStruct* data, innerStruct* result, std::size_t n)
{
    // Two structures to a thread, 16 bytes; an odd last one goes to the thread after those.
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t twos = n / 2;
    if (i < twos) {
        const two_structs tmp = reinterpret_cast<const two_structs*>(data)[i];
        reinterpret_cast<two_structs*>(result)[i] = {sum(tmp.first), sum(tmp.second)};
    } else if (twos + i < n) {
        result[twos + i] = sum(data[twos + i]);
    }
}

void array_of_structures(const innerStruct* h_A, innerStruct* warmRef, innerStruct* gpuRef, std::size_t nElem,
                         unsigned blocksize, float* iElaps)
{
    if (blocksize == 0) throw std::invalid_argument{"array_of_structures: empty block"};
    iElaps[0] = iElaps[1] = 0;
    if (nElem == 0) return;
    const std::size_t nBytes = nElem * sizeof(innerStruct);
    const unsigned grid = grid_of(nElem / 2 + nElem % 2, blocksize);

    device_memory<innerStruct> d_A, d_C;
    check(cudaMalloc(d_A.out(), nBytes));
    check(cudaMalloc(d_C.out(), nBytes));
    check(cudaMemcpy(d_A, h_A, nBytes, cudaMemcpyHostToDevice));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    innerStruct* const results[2] = {warmRef, gpuRef};
    for (int run = 0; run < 2; run++) { // the first warms up: it also loads the kernel
        check(cudaMemset(d_C, 0, nBytes));
        check(cudaEventRecord(start));
        testInnerStruct<<<grid, blocksize>>>(d_A, d_C, nElem);
        check(cudaGetLastError());
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        check(cudaEventElapsedTime(&iElaps[run], start, stop));
        check(cudaMemcpy(results[run], d_C, nBytes, cudaMemcpyDeviceToHost));
    }
}

int main(int argc, char** argv)
try {
    const std::size_t nElem = 1 << 20;
    at_most_arguments(argc, argv, 1);
    const auto blocksize = argument_or(argc, argv, 1, "block size", 128, 1, 1024);

    std::vector<innerStruct> h_A(nElem), warmRef(nElem), gpuRef(nElem);
    for (innerStruct& one : h_A) {
        one.x = (std::rand() & 0xFF) / 100.0f;
        one.y = (std::rand() & 0xFF) / 100.0f;
    }

    float iElaps[2];
    array_of_structures(h_A.data(), warmRef.data(), gpuRef.data(), nElem, blocksize, iElaps);
    std::printf("innerstruct <<< %u, %zu >>> elapsed %f ms\n", grid_of(nElem / 2, blocksize), blocksize, iElaps[1]);

    for (std::size_t i = 0; i < nElem; i++)
        if (const innerStruct expected = sum(h_A[i]); gpuRef[i].x != expected.x || gpuRef[i].y != expected.y) {
            std::printf("different on element %zu\n", i);
            return EXIT_FAILURE;
        }
} catch (const std::exception& error) {
    return failed(error);
}
