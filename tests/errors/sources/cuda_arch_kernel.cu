// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: The host's pass has no `__CUDA_ARCH__`: put `#if __CUDA_ARCH__` into the kernel's body, not around the kernel.
// note: device_functions.md
#if __CUDA_ARCH__ >= 130
__global__ void fill(double* p) { *p = 1; }
#endif
__global__ void fill(float* p) { *p = 1; }
__global__ void fill(int* p) { *p = 1; }
void run(float* p) { fill<<<1, 1>>>(p); }
