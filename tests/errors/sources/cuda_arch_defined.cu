// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take `-D__CUDA_ARCH__=…` out: `nvcc` defines it, and the host's pass must not have it.
// note: device_functions.md
// command: nvcc -D__CUDA_ARCH__=750
// drop: __match|bswap
__global__ void fill(float* p) { *p = 1; }
