// expect with native: taking reference of texture/surface variable not allowed in __device__/__global__ functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
texture<float, 2> image;
__device__ float at(const texture<float, 2>& any) { return tex2D(any, 1.f, 2.f); }
__global__ void kernel(float* out) { *out = at(image); }
