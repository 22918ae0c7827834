// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With cuda_fp16.h, an `unsigned short` is a number for __half2float, as in every CUDA since 9. __ushort_as_half names
// its bits.
#include <cuda_fp16.h>

#include "alone/check.h"

__global__ void widen(float* out, unsigned short value)
{
    out[0] = __half2float(value);
    out[1] = __half2float(__ushort_as_half(value));
}

int main()
{
    float *memory, seen[2] = {-1, -1};
    CHECK(cudaMalloc(&memory, sizeof seen) == cudaSuccess);
    widen<<<1, 1>>>(memory, 0x4200); // the bits of 3
    CHECK(cudaMemcpy(seen, memory, sizeof seen, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(seen[0] == 0x4200 && seen[1] == 3);
    return failures;
}
