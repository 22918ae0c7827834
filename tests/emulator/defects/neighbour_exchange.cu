// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every thread takes its right neighbour's value; at the end of a warp the neighbour may not have written it.
#include "defect.h"

__global__ void difference(const float* in, float* out)
{
    __shared__ float value[128];
    const unsigned t = threadIdx.x;
    value[t] = in[t];
#ifdef CORRECTED
    __syncthreads();
#else
    __syncwarp();
#endif
    out[t] = value[(t + 1) % 128] - value[t];
}

int main()
{
    difference<<<2, 128>>>(numbers(128), numbers(128));
    return report_result();
}
