// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: A kernel that launches kernels is compiled with `-rdc=true`, and cannot wait for them.
// note: device_synchronisation.md
__global__ void child() {}
__global__ void parent() { child<<<1, 1>>>(); }
