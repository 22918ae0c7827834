// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaDeviceReset`.
// note: thread_management.md
void call() { cudaThreadExit(); }
