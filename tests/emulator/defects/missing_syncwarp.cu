// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last warp's sum as it was written until 2017: volatile, and no synchronisation, for a warp ran in lock-step.
#include "defect.h"

__global__ void sum(const float* in, float* out)
{
    __shared__ float partial[64];
    const unsigned t = threadIdx.x;
    partial[t] = in[t];
    partial[t + 32] = in[t + 32];
#ifdef CORRECTED
    __syncwarp();
    for (unsigned step = 32; step > 0; step /= 2) {
        const float other = partial[t + step % 64];
        __syncwarp();
        if (t < step) partial[t] += other;
        __syncwarp();
    }
#else
    __syncwarp();
    volatile float* s = partial;
    s[t] += s[t + 32];
    if (t < 16) {
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
#endif
    if (t == 0) *out = partial[0];
}

int main()
{
    sum<<<1, 32>>>(numbers(64), numbers(1));
    return report_result();
}
