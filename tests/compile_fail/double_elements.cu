// expect: no texture holds elements of this type; a double is fetched as int2: see migration-notes/texture_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
texture<double, 1, cudaReadModeElementType> values;
__global__ void kernel(double* out) { *out = tex1Dfetch(values, 0); }
