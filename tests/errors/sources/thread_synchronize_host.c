// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaDeviceSynchronize`.
// note: thread_management.md
#include <cuda_runtime_api.h>
int wait(void) { return cudaThreadSynchronize(); }
