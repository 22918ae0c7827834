// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaMemcpy2DToArray`.
// note: memcpy_to_array.md
#include <cuda_runtime.h>
void copy(cudaArray_t to, const void* from) { cudaMemcpyToArray(to, 0, 0, from, 1024, cudaMemcpyHostToDevice); }
