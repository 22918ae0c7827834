// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reference and its copy have the same descriptor.
#include <cuda_legacy/surface_reference.h>

#include "check.h"

REFERENCE cuda_legacy::surface<void, cudaSurfaceType2D> canvas;

int main()
{
    const surfaceReference& any = canvas;
    CHECK(any.channelDesc.f == cudaChannelFormatKindNone);
    CHECK(any.channelDesc.x == 0);
    CHECK(cudaPeekAtLastError() == cudaSuccess);
    CHECK(cudaGetLastError() == cudaSuccess);
    return failures;
}
