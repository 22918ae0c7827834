// Sums of two vectors read from an offset on, as fast as memory gives them: many loads under way, of 16 bytes where the
// offset allows it.
//
// Twin:    modern/memory/read_offset.cu
// Note:    migration-notes/misaligned_access.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "../support/arguments.hpp" // argument_or(), at_most_arguments()
#include "../support/cuda.hpp"      // check(), and the owners: device_memory, event
#include "../support/launch.hpp"    // grid_of()

__device__ float sum(float a, float b) { return a + b; }
__device__ float4 sum(float4 a, float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

// `count` elements, so many to a thread, a block's width apart: all loads come before the first store.
template <int elements_per_thread, class T>
__device__ void add(const T* A, const T* B, T* C, std::size_t count)
{
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} * elements_per_thread + threadIdx.x;
    T a[elements_per_thread], b[elements_per_thread];
#pragma unroll
    for (unsigned j = 0; j < elements_per_thread; j++)
        if (i + j * blockDim.x < count) {
            a[j] = __ldcs(&A[i + j * blockDim.x]); // read once: no use to keep it
            b[j] = __ldcs(&B[i + j * blockDim.x]);
        }
#pragma unroll
    for (unsigned j = 0; j < elements_per_thread; j++)
        if (i + j * blockDim.x < count) __stcs(&C[i + j * blockDim.x], sum(a[j], b[j]));
}

constexpr int floats_per_thread = 8; // 2 of float4

__global__ void readOffset(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
                           std::size_t n, std::size_t offset)
{
    const std::size_t count = n - offset;
    if (offset % 4 == 0) { // cudaMalloc aligns
        const std::size_t quads = count / 4;
        add<floats_per_thread / 4>(reinterpret_cast<const float4*>(A + offset),
                                   reinterpret_cast<const float4*>(B + offset), reinterpret_cast<float4*>(C), quads);
        if (blockIdx.x == 0) // the last few, which fill no float4
            for (std::size_t i = quads * 4 + threadIdx.x; i < count; i += blockDim.x)
                C[i] = A[offset + i] + B[offset + i];
    } else {
        add<floats_per_thread>(A + offset, B + offset, C, count);
    }
}

void read_offset(const float* h_A, const float* h_B, float* gpuRef, std::size_t nElem, std::size_t offset,
                 unsigned blocksize, float* iElaps)
{
    if (blocksize == 0) throw std::invalid_argument{"read_offset: empty block"};
    iElaps[0] = iElaps[1] = 0;
    if (offset >= nElem) return;
    const std::size_t nBytes = nElem * sizeof(float);
    const unsigned grid = grid_of(nElem - offset, std::size_t{blocksize} * floats_per_thread);

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
        readOffset<<<grid, blocksize>>>(d_A, d_B, d_C, nElem, offset);
        check(cudaGetLastError());
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        check(cudaEventElapsedTime(&iElaps[run], start, stop));
    }

    check(cudaMemcpy(gpuRef, d_C, nBytes - offset * sizeof(float), cudaMemcpyDeviceToHost));
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
    std::printf("readOffset <<< %u, %zu >>> offset %zu elapsed %f ms\n",
                grid_of(nElem - offset, blocksize * floats_per_thread), blocksize, offset, iElaps[1]);

    for (std::size_t i = 0; i < nElem - offset; i++)
        if (gpuRef[i] != 2 * h_A[i + offset]) {
            std::printf("different on element %zu\n", i);
            return EXIT_FAILURE;
        }
} catch (const std::exception& error) {
    return failed(error);
}
