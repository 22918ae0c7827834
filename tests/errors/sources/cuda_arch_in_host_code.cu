// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Host code has no `__CUDA_ARCH__`: ask `cudaDeviceGetAttribute` for the compute capability.
// note: device_functions.md
int generation() { return __CUDA_ARCH__ / 100; }
