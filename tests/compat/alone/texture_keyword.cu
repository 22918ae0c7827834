// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With the macro, an old declaration becomes a reference in the device's memory.
#include <cuda_legacy/texture_keyword.h>

#include "check.h"

texture<float, 2, cudaReadModeElementType> image;
namespace inner {
static texture<int> values;
}

int main()
{
    image.filterMode = cudaFilterModeLinear;
    inner::values.normalized = false;
    CHECK(image.filterMode == cudaFilterModeLinear);
    CHECK(image.addressMode[0] == cudaAddressModeClamp);
#ifndef CUDA_LEGACY_NATIVE_REFERENCES // no variable
    void* address = nullptr;
    CHECK(cudaGetSymbolAddress(&address, image) == cudaSuccess && address);
    CHECK(cudaGetSymbolAddress(&address, inner::values) == cudaSuccess && address);
#endif
    return failures;
}
