// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaDeviceGetLimit`.
// note: thread_management.md
void call(size_t* bytes) { cudaThreadGetLimit(bytes, cudaLimitStackSize); }
