// expect with native: identifier "images" is undefined in device code
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
texture<float, 2> images[4];
__global__ void kernel(float* out) { *out = tex2D(images[1], 1.f, 2.f); }
