// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barrier of a sum stands in the branch that fewer threads take in each round. The others go on to the kernel's
// end.
#include "defect.h"

__global__ void sum(const float* in, float* out)
{
    __shared__ float part[256];
    const int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
#ifdef CORRECTED
        if (t < step) part[t] += part[t + step];
        __syncthreads();
#else
        if (t < step) {
            part[t] += part[t + step];
            __syncthreads();
        }
#endif
    }
    if (t == 0) *out = part[0];
}

int main()
{
    sum<<<1, 256>>>(numbers(256), numbers(1));
    return report();
}
