// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One source for several compilers, told apart by the number that nvcc had until version 8: 80061 for 8.0.61.
#include <cstdio>

#if __CUDACC_VER__ >= 90000
    #define shuffle_down(value, distance) __shfl_down_sync(0xffffffff, value, distance)
#else
    #define shuffle_down(value, distance) __shfl_down(value, distance)
#endif

#if __CUDACC_VER__ < 70500
    #error "CUDA 7.5 or later, please"
#endif

__global__ void sum(int* out)
{
    int own = threadIdx.x;
    for (int distance = warpSize / 2; distance > 0; distance /= 2)
        own += shuffle_down(own, distance);
    if (threadIdx.x == 0) *out = own;
}

int main()
{
    int result = 0, *out;
    cudaMalloc(&out, sizeof result);
    sum<<<1, 32>>>(out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("sum %d, by nvcc %d\n", result, __CUDACC_VER__ / 10000);
    return 0;
}
