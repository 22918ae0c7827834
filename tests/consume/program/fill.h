// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel template that one source instantiates and another launches, and a kernel of a shared library.
template <class T>
__global__ void fill(T* out, T value);
extern template __global__ void fill<float>(float*, float);
__global__ void bump(float* out);
