// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With the macro, an old declaration becomes a reference in the device's memory.
#include <cuda_legacy/surface_keyword.h>

#include "check.h"

surface<void, 2> canvas;
namespace inner {
static surface<void, cudaSurfaceType3D> volume;
}

int main()
{
    const surfaceReference& any = canvas;
    CHECK(any.channelDesc.f == cudaChannelFormatKindNone);
    CHECK(&any != &inner::volume);
#ifndef CUDA_LEGACY_NATIVE_REFERENCES // no variable
    void* address = nullptr;
    CHECK(cudaGetSymbolAddress(&address, canvas) == cudaSuccess && address);
    CHECK(cudaGetSymbolAddress(&address, inner::volume) == cudaSuccess && address);
#endif
    return failures;
}
