// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "other.h"
#include <cstdio>

static __device__ int own = 7;
__device__ int shared_value = 1;
extern __constant__ int factor;
__device__ int twice(int x) { return factor * x + 0 * counter<int>(); }

__global__ void multiply(int* out)
{
    printf("     the other's own is %d\n", own);
    out[1] = own;
    own *= 100;
    out[0] = own;
}
void run_other(int* out) { multiply<<<1, 1>>>(out); }
int own_of_other()
{
    int value = 0;
    cudaMemcpyFromSymbol(&value, own, 4);
    return value;
}
