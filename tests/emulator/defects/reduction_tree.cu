// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction tree whose steps are not kept apart: a warp adds what another has not yet summed.
#include "defect.h"

__global__ void sum(const float* in, float* out)
{
    __shared__ float partial[256];
    const unsigned t = threadIdx.x;
    partial[t] = in[t];
    __syncthreads();
    for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
        if (t < step) partial[t] += partial[t + step];
#ifdef CORRECTED
        __syncthreads();
#endif
    }
    if (t == 0) *out = partial[0];
}

int main()
{
    sum<<<1, 256>>>(numbers(256), numbers(1));
    return report_result();
}
