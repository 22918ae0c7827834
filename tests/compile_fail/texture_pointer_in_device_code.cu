// expect with native: indirection not allowed for accessing texture/surface through variable
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
texture<float, 2> image;
__device__ float at(texture<float, 2>* any) { return tex2D(*any, 1.f, 2.f); }
__global__ void kernel(float* out) { *out = at(&image); }
