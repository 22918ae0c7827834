// do: Call `cudaDeviceGetLimit`.
// note: thread_management.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void call(size_t* bytes) { cudaThreadGetLimit(bytes, cudaLimitStackSize); }
