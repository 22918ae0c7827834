// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: No object has this device function. Is its file compiled with `-rdc=true`, and linked?
// note: device_functions.md
// command: nvcc -arch=sm_75 -rdc=true
__device__ float other(float);
__global__ void kernel(float* p) { *p = other(*p); }
int main() { kernel<<<1, 1>>>(nullptr); }
