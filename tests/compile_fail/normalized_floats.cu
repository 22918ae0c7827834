// expect: cudaReadModeNormalizedFloat is for integers of 8 and 16 bits: see migration-notes/texture_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
texture<float, 1, cudaReadModeNormalizedFloat> values;
__global__ void kernel(float* out) { *out = tex1D(values, 0.f); }
