// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "textures.h"

texture<float, 2> image;
surface<void, 2> canvas;
static texture<float, 2> internal;
#ifdef CUDA_LEGACY_NATIVE_REFERENCES
texture<float, 2> filter::source;
#endif

__device__ float sampled(float x) { return tex2D(image, x, 0) + tex2D(internal, x, 0); }

int main()
{
    cudaArray_t array = nullptr;
    const cudaError_t error = cudaBindTextureToArray(internal, array);
    return error == cudaSuccess ? bind(array) : error;
}
