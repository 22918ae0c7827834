// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host C++ of an old program.
#include <cuda_runtime_api.h>

int wait_in_cpp() { return cudaThreadSynchronize(); }
