// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "textures.h"

static texture<float, 2> internal; // another one

__global__ void kernel(float* out)
{
    *out = sampled(1) + tex2D(image, 1, 2) + tex2D(internal, 1, 2) + surf2Dread<float>(canvas, 0, 0);
#ifdef CUDA_LEGACY_NATIVE_REFERENCES
    *out += tex2D(filter::source, 1, 2);
#endif
}

cudaError_t bind(cudaArray_t array)
{
    cudaBindTextureToArray(internal, array);
    cudaBindSurfaceToArray(canvas, array);
#ifdef CUDA_LEGACY_NATIVE_REFERENCES
    cudaBindTextureToArray(filter::source, array);
#endif
    return cudaBindTextureToArray(image, array);
}
