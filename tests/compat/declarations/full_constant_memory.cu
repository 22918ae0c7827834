// native only
// A program whose own constants fill all of constant memory: references take none of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
texture<float, 2> image;
__constant__ float table[16384];

__global__ void kernel(float* out) { *out = tex2D(image, 1, 2) + table[threadIdx.x]; }
