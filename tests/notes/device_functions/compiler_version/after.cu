// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same by two numbers, which every nvcc of today has.
#include <cstdio>

#if __CUDACC_VER_MAJOR__ >= 9
    #define shuffle_down(value, distance) __shfl_down_sync(0xffffffff, value, distance)
#else
    #define shuffle_down(value, distance) __shfl_down(value, distance)
#endif

#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 705
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
    printf("sum %d, by nvcc %d\n", result, __CUDACC_VER_MAJOR__);
    return 0;
}
