// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel template for the other sources of the program.
template <class T>
__global__ void fill(T* out, T value)
{
    out[threadIdx.x] = value;
}

template __global__ void fill<float>(float*, float);
