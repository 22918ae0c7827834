// do: Call `cudaDeviceSetCacheConfig`.
// note: thread_management.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void call() { cudaThreadSetCacheConfig(cudaFuncCachePreferL1); }
