// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host C++ of an old program, with a header of Thrust's, which g++ finds by itself only until CUDA 12.
#include <cuda_runtime_api.h>
#include <thrust/version.h>

int wait_in_cpp() { return cudaThreadSynchronize() + (THRUST_VERSION == 0); }
