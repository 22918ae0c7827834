// Arithmetic on a structure of arrays of any length, four elements of each array, 16 bytes, to a load.
//
// Twin:    modern/memory/structure_of_arrays.cu
// Note:    migration-notes/structure_layout.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "../support/arguments.hpp" // argument_or(), at_most_arguments()
#include "../support/cuda.hpp"      // check(), and the owners: device_memory, event
#include "../support/launch.hpp"    // grid_of()

struct InnerArray {
    float* x;
    float* y;
};

__device__ float4 add(float4 tmp, float number)
{
    return {tmp.x + number, tmp.y + number, tmp.z + number, tmp.w + number};
}

__global__ void testInnerArray(InnerArray data, InnerArray result, std::size_t n)
{
    // Four elements of both to a thread, 16 bytes each; the last few, which fill no float4, go to the threads after
    // those.
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t quads = n / 4;
    if (i < quads) {
        const float4 tmpx = reinterpret_cast<const float4*>(data.x)[i];
        const float4 tmpy = reinterpret_cast<const float4*>(data.y)[i];
        reinterpret_cast<float4*>(result.x)[i] = add(tmpx, 10.f);
        reinterpret_cast<float4*>(result.y)[i] = add(tmpy, 20.f);
    } else if (const std::size_t j = 3 * quads + i; j < n) {
        result.x[j] = data.x[j] + 10.f;
        result.y[j] = data.y[j] + 20.f;
    }
}

void structure_of_arrays(InnerArray* h_A, InnerArray* warmRef, InnerArray* gpuRef, std::size_t nElem,
                         unsigned blocksize, float* iElaps)
{
    if (blocksize == 0) throw std::invalid_argument{"structure_of_arrays: empty block"};
    iElaps[0] = iElaps[1] = 0;
    if (nElem == 0) return;
    const std::size_t nBytes = nElem * sizeof(float);
    const unsigned grid = grid_of(nElem / 4 + nElem % 4, blocksize);

    device_memory<float> A_x, A_y, C_x, C_y;
    for (device_memory<float>* one : {&A_x, &A_y, &C_x, &C_y})
        check(cudaMalloc(one->out(), nBytes));
    check(cudaMemcpy(A_x, h_A->x, nBytes, cudaMemcpyHostToDevice));
    check(cudaMemcpy(A_y, h_A->y, nBytes, cudaMemcpyHostToDevice));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    const InnerArray* const results[2] = {warmRef, gpuRef};
    for (int run = 0; run < 2; run++) { // the first warms up: it also loads the kernel
        check(cudaMemset(C_x, 0, nBytes));
        check(cudaMemset(C_y, 0, nBytes));
        check(cudaEventRecord(start));
        testInnerArray<<<grid, blocksize>>>({A_x, A_y}, {C_x, C_y}, nElem);
        check(cudaGetLastError());
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        check(cudaEventElapsedTime(&iElaps[run], start, stop));
        check(cudaMemcpy(results[run]->x, C_x, nBytes, cudaMemcpyDeviceToHost));
        check(cudaMemcpy(results[run]->y, C_y, nBytes, cudaMemcpyDeviceToHost));
    }
}

int main(int argc, char** argv)
try {
    const std::size_t nElem = 1 << 20;
    at_most_arguments(argc, argv, 1);
    const auto blocksize = argument_or(argc, argv, 1, "block size", 128, 1, 1024);

    std::vector<float> x(nElem), y(nElem), warm_x(nElem), warm_y(nElem), gpu_x(nElem), gpu_y(nElem);
    for (std::vector<float>* array : {&x, &y})
        for (float& one : *array)
            one = (std::rand() & 0xFF) / 100.0f;

    InnerArray h_A{x.data(), y.data()}, warmRef{warm_x.data(), warm_y.data()}, gpuRef{gpu_x.data(), gpu_y.data()};
    float iElaps[2];
    structure_of_arrays(&h_A, &warmRef, &gpuRef, nElem, blocksize, iElaps);
    std::printf("innerArray <<< %u, %zu >>> elapsed %f ms\n", grid_of(nElem / 4, blocksize), blocksize, iElaps[1]);

    for (std::size_t i = 0; i < nElem; i++)
        if (gpu_x[i] != x[i] + 10.f || gpu_y[i] != y[i] + 20.f) {
            std::printf("different on element %zu\n", i);
            return EXIT_FAILURE;
        }
} catch (const std::exception& error) {
    return failed(error);
}
