// do: Call `cudaMemcpy2DFromArray`.
// note: memcpy_to_array.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void copy(void* to, cudaArray_t from) { cudaMemcpyFromArray(to, from, 0, 0, 1024, cudaMemcpyDeviceToHost); }
