// do: Call `cudaDeviceGetCacheConfig`.
// note: thread_management.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void call(cudaFuncCache* config) { cudaThreadGetCacheConfig(config); }
