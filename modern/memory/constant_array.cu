// A small array in constant memory, the same for all threads: here the coefficients of a polynomial.
//
// Source:  K, chapter 8, "Константная память", the constant array
// Legacy:  legacy/memory/constant_array.cu
// Changes: 1. every call checked, memory freed by its owner  2. int -> std::size_t: any number of points
//          3. __device__ __constant__ -> __constant__, which says it all
// Note:    migration-notes/constant_memory_symbols.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>

#include "../support/cuda.hpp"   // check(), and the owner device_memory
#include "../support/launch.hpp" // grid_of()

#define BS 256

__constant__ float constData[4];

__global__ void polynomial(const float *x, float *y, std::size_t n)
{
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = ((constData[3] * x[i] + constData[2]) * x[i] + constData[1]) * x[i] + constData[0];
}

// The polynomial whose coefficients are hostData[0] to hostData[3], at n points.
void constant_array(const float *hostData, const float *h_x, float *h_y, std::size_t n)
{
    if (n < 1) return;
    device_memory<float> x, y;
    check(cudaMalloc(x.out(), n * sizeof(float)));
    check(cudaMalloc(y.out(), n * sizeof(float)));
    check(cudaMemcpy(x, h_x, n * sizeof(float), cudaMemcpyHostToDevice));

    check(cudaMemcpyToSymbol(constData, hostData, 4 * sizeof(float), 0, cudaMemcpyHostToDevice));

    polynomial<<<grid_of(n, BS), BS>>>(x, y, n);
    check(cudaGetLastError());

    check(cudaMemcpy(h_y, y, n * sizeof(float), cudaMemcpyDeviceToHost));
}

int main()
try {
    float hostData[4] = {1, 2, 3, 4};
    float x[5] = {0, 1, 2, 3, 4};
    float y[5];

    constant_array(hostData, x, y, 5);

    for (int i = 0; i < 5; i++)
        printf("%g: %g\n", x[i], y[i]);
} catch (const std::exception& error) {
    return failed(error);
}
