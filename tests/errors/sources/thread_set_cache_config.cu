// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaDeviceSetCacheConfig`.
// note: thread_management.md
void call() { cudaThreadSetCacheConfig(cudaFuncCachePreferL1); }
