// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaDeviceGetCacheConfig`.
// note: thread_management.md
void call(cudaFuncCache* config) { cudaThreadGetCacheConfig(config); }
