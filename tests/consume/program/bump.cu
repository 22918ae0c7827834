// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void bump(float* out) { ++out[threadIdx.x]; }
