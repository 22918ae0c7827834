// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches a kernel template that another source instantiates: linked as before CUDA 13, by compat's options.
#include <cstdio>

template <class T>
__global__ void fill(T* out, T value);
extern template __global__ void fill<float>(float*, float);

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 32 * sizeof(float));
    fill<<<1, 32>>>(d_out, 1.5f);
    float out = 0;
    cudaMemcpy(&out, d_out + 31, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    std::printf("%g %s\n", out, cudaGetErrorName(cudaGetLastError()));
}
