// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaDeviceSynchronize`.
// note: thread_management.md
// command: clang++
#include <cuda_runtime.h>
int wait() { return cudaThreadSynchronize(); }
