// do: Call `cudaDeviceSynchronize`.
// note: thread_management.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_runtime.h>
void call() { cudaThreadSynchronize(); }
