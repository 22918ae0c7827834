// expect with objects: uses too much global constant data
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
texture<float, 2> image;
__constant__ float table[16384];
__global__ void kernel(float* out) { *out = tex2D(image, 1.f, 2.f) + table[threadIdx.x]; }
