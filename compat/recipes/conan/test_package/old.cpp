// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <helper_string.h>

int main()
{
    std::printf("cuda_legacy %d\n", CUDA_LEGACY_VERSION);
    return CUDA_LEGACY_VERSION > 0 ? 0 : 1;
}
