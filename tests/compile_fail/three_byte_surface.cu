// expect: surfaces are read and written in elements of 1, 2, 4, 8 or 16 bytes: see migration-notes/surface_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
surface<void, 2> image;
__global__ void kernel(uchar3* out) { *out = surf2Dread<uchar3>(image, 0, 0); }
