// Dot product of two vectors: the lanes of a warp add halves onto halves in registers, and the blocks meet in one
// atomic.
//
// Source:  L, "Optimizacija skalarnega produkta: skupni pomnilnik in redukcija", 05-dot-product-reduction, and
//          "Merjenje časa izvajanja s pomočjo dogodkov CUDA", 06-dot-product-reduction-profile
// Legacy:  legacy/dot_product/block_reduction.cu
// Changes: 1. the tree in shared memory, a barrier for each step -> the same halves within a warp, __shfl_down_sync;
//             shared memory and one barrier for the sums of the warps alone
//          2. a sum for each block, added on the CPU -> atomicAdd to one number, which is 0 before: the blocks add in
//             no fixed order, and the last digits may differ from run to run
//          3. a block for every 64 elements -> as many as the device holds, so that a thread adds many products
//          4. an error code -> check(), which throws; the events were there, and are checked now
//          5. cudaFree, cudaEventDestroy -> owners, which free at the end of the scope; malloc, free -> std::vector
//          6. int n -> std::size_t, any n; BLOCK_SIZE need be no power of two, whole warps are enough
// Note:    migration-notes/tree_reduction.md, migration-notes/host_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <vector>

#include "../support/cuda.hpp"   // check(), device_memory, event
#include "../support/launch.hpp" // resident_blocks()

#define BLOCK_SIZE 64
#define WARP_SIZE  32
static_assert(BLOCK_SIZE % WARP_SIZE == 0, "a block of whole warps");

// c is increased by the sum of all products
__global__ void dotProduct(const float *a, const float *b, float *c, std::size_t n)
{
    std::size_t tid = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;

    __shared__ float buf[BLOCK_SIZE / WARP_SIZE];

    float sum = 0;

    while (tid < n)
    {
        sum += a[tid] * b[tid];
        tid += std::size_t{gridDim.x} * blockDim.x;
    }

    // Half as many lanes add at each step; all of them come here, as the mask says
    int i = WARP_SIZE / 2;
    while (i != 0)
    {
        sum += __shfl_down_sync(0xffffffff, sum, i);
        i = i / 2;
    }

    if (threadIdx.x % WARP_SIZE == 0)
    {
        buf[threadIdx.x / WARP_SIZE] = sum;
    }

    __syncthreads();

    if (threadIdx.x == 0)
    {
        for (i = 1; i < BLOCK_SIZE / WARP_SIZE; i++)
            sum += buf[i];
        atomicAdd(c, sum);
    }
}

// The middle of the document's main: the dot product of two host vectors of n elements, and the kernel's milliseconds.
void block_reduction(std::size_t n, const float *h_a, const float *h_b, float *result, float *milliseconds)
{
    dim3 blockSize = BLOCK_SIZE;
    dim3 gridSize = resident_blocks(dotProduct, BLOCK_SIZE, n);

    size_t datasize = sizeof(float) * n;

    device_memory<float> d_a;
    device_memory<float> d_b;
    device_memory<float> d_c;
    check(cudaMalloc(d_a.out(), datasize));
    check(cudaMalloc(d_b.out(), datasize));
    check(cudaMalloc(d_c.out(), sizeof(float)));

    check(cudaMemcpy(d_a, h_a, datasize, cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_b, h_b, datasize, cudaMemcpyHostToDevice));
    check(cudaMemset(d_c, 0, sizeof(float)));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start));

    dotProduct<<<gridSize, blockSize>>>(d_a, d_b, d_c, n);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(milliseconds, start, stop));

    check(cudaMemcpy(result, d_c, sizeof(float), cudaMemcpyDeviceToHost));
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
    float milliseconds = 0;
    block_reduction(n, h_a.data(), h_b.data(), &result, &milliseconds);
    printf("Kernel Execution time is: %0.3f milliseconds \n", milliseconds);
    printf("Result = %.2f \n", result);

    return 0;
}
catch (const std::exception &error)
{
    return failed(error);
}
