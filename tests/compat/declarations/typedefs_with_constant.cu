// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With objects, a variable of a typedef needs `__constant__` before it.
typedef texture<float, 2, cudaReadModeElementType> image_type;
#ifdef CUDA_LEGACY_NATIVE_REFERENCES
    #define SPACE
#else
    #define SPACE __constant__
#endif
SPACE image_type image;

__device__ float at(image_type any, float x) { return tex2D(any, x, x); }
__global__ void kernel(float* out) { *out = tex2D(image, 1, 2) + at(image, 1); }
cudaError_t bind(const image_type& any, cudaArray_t array) { return cudaBindTextureToArray(any, array); }
