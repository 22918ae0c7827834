// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With cuda_fp16.h, its own functions are called: a __half stays a __half.
#include <cuda_fp16.h>

__global__ void convert(__half* out, float* wide, float a)
{
    *out = __float2half_rn(a);
    *wide = __half2float(*out) + __half2float(__float2half_rn(1));
    const __half& is_one = __float2half_rn(2.0);
    *out = __hadd(*out, is_one);
}
