// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads with nothing to do return, and the others wait for all at a barrier.
#include "defect.h"

__global__ void reverse(const float* in, float* out, int n)
{
    __shared__ float value[128];
    const int t = threadIdx.x;
#ifdef CORRECTED
    if (t < n) value[t] = in[t];
    __syncthreads();
    if (t < n) out[t] = value[n - 1 - t];
#else
    if (t >= n) return;
    value[t] = in[t];
    __syncthreads();
    out[t] = value[n - 1 - t];
#endif
}

int main()
{
    reverse<<<1, 128>>>(numbers(100), numbers(100), 100);
    return report();
}
