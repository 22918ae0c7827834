// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `__shfl_down_sync` with the mask of the lanes that take part.
// note: warp_functions.md
__global__ void kernel(int* data) { *data = __shfl_down(*data, 1); }
