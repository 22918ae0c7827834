// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaDeviceSetLimit`.
// note: thread_management.md
void call() { cudaThreadSetLimit(cudaLimitStackSize, 4096); }
