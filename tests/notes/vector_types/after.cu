// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four doubles at a time, aligned to 16 bytes: the name that says so, CUDA 13.0 and later.
#include <cstdio>

__global__ void twice(const double4_16a* from, double4_16a* to)
{
    const double4_16a v = from[threadIdx.x];
    to[threadIdx.x] = make_double4_16a(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
}

int main()
{
    double4_16a numbers[2] = {make_double4_16a(1, 2, 3, 4), make_double4_16a(5, 6, 7, 8)};
    double4_16a* d_numbers;
    cudaMalloc(&d_numbers, 2 * sizeof numbers);
    cudaMemcpy(d_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    twice<<<1, 2>>>(d_numbers, d_numbers + 2);
    cudaMemcpy(numbers, d_numbers + 2, sizeof numbers, cudaMemcpyDeviceToHost);
    std::printf("%g %g, aligned to %zu bytes\n", numbers[0].x, numbers[1].w, alignof(double4_16a));
    return cudaFree(d_numbers);
}
