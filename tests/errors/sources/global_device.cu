// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Delete `__device__`: a kernel has `__global__` alone.
// note: device_functions.md
__global__ __device__ void kernel(int* out) { *out = 1; }
