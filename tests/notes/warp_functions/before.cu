// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles and votes as CUDA 4 to 8 had them: a sum for each warp, a vote, and one atomic addition for a branch.
#include <cstdio>

const int n = 1000;
__device__ int counters[4];

__global__ void count(const int* in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warpSize;
    const int value = i < n ? in[i] : 0;

    int sum = value;
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        sum += __shfl_down(sum, offset);
    if (lane == 0) atomicAdd(&counters[0], sum);

    if (__any(value > 95) && lane == 0) atomicAdd(&counters[1], 1);

    if (value % 3 == 1) {
        const unsigned taking = __ballot(1);
        const int leader = __ffs(taking) - 1;
        int first = 0;
        if (lane == leader) first = atomicAdd(&counters[2], __popc(taking));
        first = __shfl(first, leader);
        atomicAdd(&counters[3], first + __popc(taking & ((1u << lane) - 1)));
    }
}

int main()
{
    int in[n], result[4], *d_in;
    for (int i = 0; i < n; i++)
        in[i] = i * 37 % 97;
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    count<<<8, 128>>>(d_in);
    cudaMemcpyFromSymbol(result, counters, sizeof result);
    cudaFree(d_in);
    printf("sum %d, warps with a large value %d, taken %d, sum of places %d\n", result[0], result[1], result[2],
           result[3]);
    return 0;
}
