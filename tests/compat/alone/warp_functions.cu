// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles and votes work without any other part of compat. Those of halves also work if cuda_fp16.h comes later.
#include <cuda_legacy/warp_functions.h>

#include <cuda_fp16.h>

#include "check.h"

__global__ void exchange(int* out)
{
    const int lane = static_cast<int>(threadIdx.x);
    out[lane] = __shfl(lane, 3) + __shfl_up(lane, 1) + __shfl_down(lane, 1) + __shfl_xor(lane, 1) +
                static_cast<int>(__ballot(lane == 4)) + __any(lane == 9) + __all(lane == 9);
    out[lane] += static_cast<int>(__half2float(__shfl(__float2half(static_cast<float>(lane)), 2)));
}

int main()
{
    int out[32], *memory = nullptr;
    CHECK(cudaMalloc(&memory, sizeof out) == cudaSuccess);
    exchange<<<1, 32>>>(memory);
    CHECK(cudaMemcpy(out, memory, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int lane = 0; lane < 32; lane++)
        CHECK(out[lane] == 3 + (lane ? lane - 1 : 0) + (lane < 31 ? lane + 1 : 31) + (lane ^ 1) + 16 + 1 + 2);
    return failures;
}
