// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four doubles at a time, aligned to 16 bytes: double4 as it was until CUDA 12.9.
#include <cstdio>

__global__ void twice(const double4* from, double4* to)
{
    const double4 v = from[threadIdx.x];
    to[threadIdx.x] = make_double4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
}

int main()
{
    double4 numbers[2] = {make_double4(1, 2, 3, 4), make_double4(5, 6, 7, 8)};
    double4* d_numbers;
    cudaMalloc(&d_numbers, 2 * sizeof numbers);
    cudaMemcpy(d_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    twice<<<1, 2>>>(d_numbers, d_numbers + 2);
    cudaMemcpy(numbers, d_numbers + 2, sizeof numbers, cudaMemcpyDeviceToHost);
    std::printf("%g %g, aligned to %zu bytes\n", numbers[0].x, numbers[1].w, alignof(double4));
    return cudaFree(d_numbers);
}
