/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A host C source of an old program. It frees an array that a texture reference was bound to. */
#include <cuda_runtime_api.h>

cudaError_t free_array_in_c(cudaArray_t array) { return cudaFreeArray(array); }
