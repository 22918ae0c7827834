// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A source that chooses the per-thread stream before its first header of CUDA.
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include <cuda_runtime_api.h>
#ifndef cudaMemcpyAsync // the toolkit's macro
    #error the legacy default stream was taken
#endif
int main() { return 0; }
