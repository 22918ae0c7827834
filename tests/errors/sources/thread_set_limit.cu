// do: Call `cudaDeviceSetLimit`.
// note: thread_management.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void call() { cudaThreadSetLimit(cudaLimitStackSize, 4096); }
