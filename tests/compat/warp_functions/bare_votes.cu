// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any, all and ballot of CUDA 1 to 4, on predicates of either type. The functions of the standard library and members
// keep their meaning.
#include <algorithm>
#include <any>
#include <bitset>
#include <vector>

#include "../alone/check.h"

__global__ void vote(unsigned* out)
{
    const int lane = static_cast<int>(threadIdx.x);
    const bool odd = lane % 2 != 0;
    out[lane] = ballot(odd);
    out[32 + lane] = any(lane == 9) + 2 * any(lane > 40) + 4 * all(lane + 1) + 8 * all(odd);
}

int main()
{
    unsigned out[64], *memory = nullptr;
    CHECK(cudaMalloc(&memory, sizeof out) == cudaSuccess);
    vote<<<1, 32>>>(memory);
    CHECK(cudaMemcpy(out, memory, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int lane = 0; lane < 32; lane++) {
        CHECK(out[lane] == 0xaaaaaaaau);
        CHECK(out[32 + lane] == 5);
    }
    const std::vector<int> numbers = {1, 2, 3};
    const bool all = std::all_of(numbers.begin(), numbers.end(), [](int n) { return n > 0; });
    const std::any anything = 7;
    CHECK(all && std::bitset<4>(5).any() && !std::bitset<4>(5).all() && std::any_cast<int>(anything) == 7);
    return failures;
}
