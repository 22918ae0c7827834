// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: If it is `extern __shared__`, of two types: declare `extern __shared__ unsigned char memory[]`, and cast it.
// note: dynamic_shared_memory.md
template <class T> __global__ void kernel(T* p)
{
    extern __shared__ T data[];
    *p = data[0];
}
template __global__ void kernel<int>(int*);
template __global__ void kernel<double>(double*);
