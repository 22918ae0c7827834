// Dot product of two vectors: the GPU multiplies and adds, in one call of Thrust, and one number comes back.
//
// Source:  L, "Osnovna različica skalarnega produkta", 04-dot-product-naive
// Legacy:  legacy/dot_product/naive.cu
// Changes: 1. the kernel that stores products, their copy to the CPU and its loop -> thrust::inner_product
//          2. an error code -> check(), which throws; Thrust throws by itself
//          3. cudaFree -> device_memory, which frees at the end of the scope; malloc, free -> std::vector
//          4. int n -> std::size_t, any n: the library chooses the grid
// Note:    migration-notes/host_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <vector>

#include <thrust/execution_policy.h>
#include <thrust/inner_product.h>

#include "../support/cuda.hpp" // check(), device_memory

// The middle of the document's main: the dot product of two host vectors of n elements.
void naive(std::size_t n, const float *h_a, const float *h_b, float *result)
{
    size_t datasize = sizeof(float) * n;

    device_memory<float> d_a;
    device_memory<float> d_b;
    check(cudaMalloc(d_a.out(), datasize));
    check(cudaMalloc(d_b.out(), datasize));

    check(cudaMemcpy(d_a, h_a, datasize, cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_b, h_b, datasize, cudaMemcpyHostToDevice));

    // No product is stored; 0.0f, and not 0, says that floats are added
    const float *a = d_a;
    const float *b = d_b;
    *result = thrust::inner_product(thrust::device, a, a + n, b, 0.0f);
}

int main()
try
{
    int n = 1024;

    std::vector<float> h_a(n);
    std::vector<float> h_b(n);

    for (int i = 0; i < n; i++)
    {
        h_a[i] = 1.0;
        h_b[i] = 1.0;
    }

    float result = 0.0;
    naive(n, h_a.data(), h_b.data(), &result);
    printf("Result = %.2f \n", result);

    return 0;
}
catch (const std::exception &error)
{
    return failed(error);
}
