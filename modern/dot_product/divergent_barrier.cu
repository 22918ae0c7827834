// Dot product of two vectors with the barrier behind the branch, where every thread of the block comes by.
//
// Source:  L, "2. Korak: Redukcija delnih vsot", 05-dot-product-reduction, the fragment that it warns of
// Legacy:  legacy/dot_product/divergent_barrier.cu
// Changes: 1. __syncthreads() in the branch -> behind it; so it runs on a GPU, too, and no device is refused
//          2. an error code -> check(), which throws
//          3. cudaFree -> device_memory, which frees at the end of the scope; malloc, free -> std::vector
//          4. int n -> std::size_t, any n: a last block for what fills none
//          The tree and the sum on the CPU stay as they were: block_reduction.cu says what becomes of them.
// Note:    migration-notes/divergent_barrier.md, migration-notes/host_sums.md, migration-notes/tree_reduction.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <vector>

#include "../support/cuda.hpp"   // check(), device_memory
#include "../support/launch.hpp" // grid_of()

#define BLOCK_SIZE 64

__global__ void dotProduct(const float *a, const float *b, float *c, std::size_t n)
{
    std::size_t tid = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;

    __shared__ float buf[BLOCK_SIZE];

    buf[threadIdx.x] = 0;

    while (tid < n)
    {
        buf[threadIdx.x] += a[tid] * b[tid];
        tid += std::size_t{gridDim.x} * blockDim.x;
    }

    __syncthreads();

    int i = blockDim.x / 2;
    while (i != 0)
    {
        if (threadIdx.x < i)
        {
            buf[threadIdx.x] += buf[threadIdx.x + i];
        }
        __syncthreads();
        i = i / 2;
    }

    if (threadIdx.x == 0)
    {
        c[blockIdx.x] = buf[0];
    }
}

// The middle of the document's main.
void divergent_barrier(std::size_t n, const float *h_a, const float *h_b, float *result)
{
    *result = 0.0;
    if (n < 1) return;
    dim3 blockSize = BLOCK_SIZE;
    dim3 gridSize = grid_of(n, BLOCK_SIZE);

    size_t datasize = sizeof(float) * n;
    size_t partial_results_size = sizeof(float) * gridSize.x;

    std::vector<float> h_c(gridSize.x);

    device_memory<float> d_a;
    device_memory<float> d_b;
    device_memory<float> d_c;
    check(cudaMalloc(d_a.out(), datasize));
    check(cudaMalloc(d_b.out(), datasize));
    check(cudaMalloc(d_c.out(), partial_results_size));

    check(cudaMemcpy(d_a, h_a, datasize, cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_b, h_b, datasize, cudaMemcpyHostToDevice));

    dotProduct<<<gridSize, blockSize>>>(d_a, d_b, d_c, n);
    check(cudaGetLastError());

    check(cudaMemcpy(h_c.data(), d_c, partial_results_size, cudaMemcpyDeviceToHost));

    for (int i = 0; i < gridSize.x; i++)
        *result += h_c[i];
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
    divergent_barrier(n, h_a.data(), h_b.data(), &result);
    printf("Result = %.2f \n", result);

    return 0;
}
catch (const std::exception &error)
{
    return failed(error);
}
