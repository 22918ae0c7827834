// Dot product of two vectors: each warp adds its products in registers, and the blocks meet in one atomic.
//
// Source:  L, 05-dot-product-reduction and 06-dot-product-reduction-profile
// Legacy:  legacy/dot_product/block_reduction.cu
// Changes: 1. the tree in shared memory -> cooperative_groups::reduce: in each warp, and over the sums of the warps
//          2. a sum for each block, added on the CPU -> atomicAdd to one number, which is 0 before
//          3. a block for every 64 elements -> as many as the device holds, so that a thread adds many products
//          4. an error code -> check(), which throws; the events were there, and are checked now
//          5. cudaFree, cudaEventDestroy -> owners, which free at the end of the scope; malloc, free -> std::vector
//          6. int n -> std::size_t, any n; BLOCK_SIZE need be no power of two, whole warps are enough
// Note:    migration-notes/tree_reduction.md, migration-notes/host_sums.md

#include <cstdio>
#include <vector>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "../support/cuda.hpp"   // check(), device_memory, event
#include "../support/launch.hpp" // resident_blocks()

namespace cg = cooperative_groups;

#define BLOCK_SIZE 64
static_assert(BLOCK_SIZE % 32 == 0 && BLOCK_SIZE <= 1024, "whole warps, and one of them adds up the others");

// c is increased by the sum of all products
__global__ void dotProduct(const float *a, const float *b, float *c, std::size_t n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    std::size_t tid = blockIdx.x * blockDim.x + threadIdx.x;

    __shared__ float buf[BLOCK_SIZE / 32];

    float sum = 0;

    while (tid < n)
    {
        sum += a[tid] * b[tid];
        tid += gridDim.x * blockDim.x;
    }

    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0)
    {
        buf[warp.meta_group_rank()] = sum;
    }

    block.sync();

    // The first warp adds the sums of all
    if (warp.meta_group_rank() == 0)
    {
        sum = warp.thread_rank() < warp.meta_group_size() ? buf[warp.thread_rank()] : 0;
        sum = cg::reduce(warp, sum, cg::plus<float>());
    }

    if (threadIdx.x == 0)
    {
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
