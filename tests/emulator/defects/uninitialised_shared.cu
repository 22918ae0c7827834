// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A histogram whose bins are not set to zero first.
#include "defect.h"

__global__ void histogram(const float* in, float* out)
{
    __shared__ int bins[8];
    const unsigned t = threadIdx.x;
#ifdef CORRECTED
    if (t < 8) bins[t] = 0;
#else
    if (t < 7) bins[t] = 0;
#endif
    __syncthreads();
    atomicAdd(&bins[static_cast<int>(in[t]) % 7], 1);
    __syncthreads();
    if (t < 8) out[t] = static_cast<float>(bins[t]);
}

int main()
{
    histogram<<<1, 64>>>(numbers(64), numbers(8));
    return report();
}
