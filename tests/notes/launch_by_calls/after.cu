// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel launched by a call, with the addresses of its arguments: CUDA 7.0 and later.
#include <cstdio>

__global__ void scale(float* numbers, int n, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] *= factor;
}

int main()
{
    int n = 100;
    float h_numbers[100], factor = 2.5f, *d_numbers;
    for (int i = 0; i < n; i++)
        h_numbers[i] = i;
    cudaMalloc(&d_numbers, sizeof h_numbers);
    cudaMemcpy(d_numbers, h_numbers, sizeof h_numbers, cudaMemcpyHostToDevice);

    void* arguments[] = {&d_numbers, &n, &factor}; // as many as there are parameters, of their types
    cudaError_t error = cudaLaunchKernel((const void*)scale, dim3(1), dim3(128), arguments, 0, 0);

    cudaMemcpy(h_numbers, d_numbers, sizeof h_numbers, cudaMemcpyDeviceToHost);
    std::printf("%s: %g\n", cudaGetErrorName(error), h_numbers[99]);
    return cudaFree(d_numbers);
}
