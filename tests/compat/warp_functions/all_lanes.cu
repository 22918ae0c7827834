// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With a mask of all lanes, a shuffle waits for lanes on other paths, and blocks may have fewer threads than a warp.
#include "../alone/check.h"

__global__ void meet(int* out)
{
    const int lane = static_cast<int>(threadIdx.x);
    out[lane] = __shfl_xor(lane, 1);
    out[32 + lane] = static_cast<int>(__ballot(lane >= 8)) ^ __any(lane == 3) ^ __all(lane < 99) << 1;
}

int main()
{
    int out[64], *memory = nullptr;
    CHECK(cudaMalloc(&memory, sizeof out) == cudaSuccess);
    meet<<<1, 32>>>(memory);
    CHECK(cudaMemcpy(out, memory, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int lane = 0; lane < 32; lane++) {
        CHECK(out[lane] == (lane ^ 1));
        CHECK(out[32 + lane] == static_cast<int>(0xffffff00u ^ 3u));
    }
    meet<<<1, 12>>>(memory);
    CHECK(cudaMemcpy(out, memory, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int lane = 0; lane < 12; lane++) {
        CHECK(out[lane] == (lane ^ 1));
        CHECK(out[32 + lane] == (0xf00 ^ 3));
    }
    return failures;
}
