// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaMemcpy2DFromArray`.
// note: memcpy_to_array.md
void copy(void* to, cudaArray_t from) { cudaMemcpyFromArray(to, from, 0, 0, 1024, cudaMemcpyDeviceToHost); }
