// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `__any_sync` with the mask of the lanes that take part.
// note: warp_functions.md
// command: nvcc -arch=sm_75 -cubin
__global__ void kernel(int* data) { *data = __any(*data); }
