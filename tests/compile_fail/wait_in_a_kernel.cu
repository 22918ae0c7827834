// expect: cudaDeviceSynchronize
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvcc says it by itself: no header can tell a call in a kernel from one on the host.
__global__ void wait() { cudaDeviceSynchronize(); }
