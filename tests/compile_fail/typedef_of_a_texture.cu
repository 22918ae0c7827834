// expect with objects: identifier "image" is undefined in device code
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef texture<float, 2, cudaReadModeElementType> image_type;
image_type image;
__global__ void kernel(float* out) { *out = tex2D(image, 1.f, 2.f); }
