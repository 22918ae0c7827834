// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: A kernel cannot wait for its children any more: launch them into `cudaStreamTailLaunch`.
// note: from-cuda-n.md
// command: nvcc -std=c++17 -arch=sm_90 -rdc=true -cubin
__global__ void kernel() { cudaDeviceSynchronize(); }
