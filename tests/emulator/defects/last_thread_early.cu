// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All threads keep to their own element, but the last one reads the first as well, with no barrier before it.
#include "defect.h"

__global__ void close_ring(const float* in, float* out)
{
    __shared__ float value[192];
    const unsigned t = threadIdx.x;
    value[t] = 2 * in[t];
#ifdef CORRECTED
    __syncthreads();
#endif
    float r = value[t];
    if (t == blockDim.x - 1) r += value[0];
    out[t] = r;
}

int main()
{
    close_ring<<<1, 192>>>(numbers(192), numbers(192));
    return report_result();
}
