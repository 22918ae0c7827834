// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: A device function of another file: compile with `-rdc=true`, or define it in this file.
// note: device_functions.md
// command: nvcc -arch=sm_75 -c
__device__ float other(float);
__global__ void kernel(float* p) { *p = other(*p); }
