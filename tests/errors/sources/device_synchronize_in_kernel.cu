// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: A kernel cannot wait for another: cut it there, and launch the second half behind the first.
// note: device_synchronisation.md
// command: nvcc -std=c++17 -arch=sm_90 -rdc=true -cubin
__global__ void kernel() { cudaDeviceSynchronize(); }
