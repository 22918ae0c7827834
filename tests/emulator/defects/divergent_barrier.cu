// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each side of a branch has a barrier of its own, and threads of one block take both.
#include "defect.h"

__global__ void exchange(const float* in, float* out)
{
    __shared__ float value[64];
    const unsigned t = threadIdx.x;
#ifdef CORRECTED
    value[t] = t % 2 ? in[t] : -in[t];
    __syncthreads();
    out[t] = t % 2 ? value[t - 1] : 2 * value[t + 1];
#else
    if (t % 2) {
        value[t] = in[t];
        __syncthreads();
        out[t] = value[t - 1];
    } else {
        value[t] = -in[t];
        __syncthreads();
        out[t] = 2 * value[t + 1];
    }
#endif
}

int main()
{
    exchange<<<1, 64>>>(numbers(64), numbers(64));
    return report();
}
