// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes come from the defaults, the constructor's arguments, and the program's assignments.
#include <cuda_legacy/texture_reference.h>

#include "check.h"

REFERENCE cuda_legacy::texture<float, 2> plain;
REFERENCE cuda_legacy::texture<float, 2> constructed(1, cudaFilterModeLinear, cudaAddressModeWrap);

int main()
{
    CHECK(plain.normalized == 0 && plain.disableTrilinearOptimization == 0);
    CHECK(plain.filterMode == cudaFilterModePoint);
    CHECK(plain.addressMode[0] == cudaAddressModeClamp);
    const textureReference& any = plain;
    CHECK(any.channelDesc.x == 32 && any.channelDesc.f == cudaChannelFormatKindFloat);
    CHECK(constructed.normalized == 1);
    CHECK(constructed.filterMode == cudaFilterModeLinear);
    CHECK(constructed.addressMode[1] == cudaAddressModeWrap);
    plain.filterMode = cudaFilterModeLinear;
    CHECK(plain.filterMode == cudaFilterModeLinear);
    plain.disableTrilinearOptimization = 1;
    CHECK(plain.disableTrilinearOptimization == 1);
    plain = constructed;
    CHECK(plain.normalized == 1);
    CHECK(cudaPeekAtLastError() == cudaSuccess);
    CHECK(cudaGetLastError() == cudaSuccess);
    return failures;
}
