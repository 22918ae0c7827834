// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that goes up to n instead of n - 1: its last step reads one element past the end.
#include "defect.h"

__global__ void sum(const float* in, float* out, int n)
{
    float s = 0;
#ifdef CORRECTED
    for (int k = threadIdx.x; k < n; k += blockDim.x)
#else
    for (int k = threadIdx.x; k <= n; k += blockDim.x)
#endif
        s += in[k];
    out[threadIdx.x] = s;
}

int main()
{
    const int n = 1024;
    float* in;
    cudaMalloc(&in, n * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    sum<<<1, 64>>>(in, numbers(64), n);
    return report();
}
