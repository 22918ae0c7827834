// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
template <class T>
__global__ void fill(T* out, T value)
{
    out[threadIdx.x] = value;
}
template __global__ void fill<float>(float*, float);
