// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled by two makefiles: by the old one no longer, by the new one for the GPUs of today.
#include <cstdio>

__global__ void square(int* numbers, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] *= numbers[i];
}

int main()
{
    int h_numbers[100], *d_numbers;
    for (int i = 0; i < 100; i++)
        h_numbers[i] = i;
    cudaMalloc((void**)&d_numbers, sizeof h_numbers);
    cudaMemcpy(d_numbers, h_numbers, sizeof h_numbers, cudaMemcpyHostToDevice);
    square<<<1, 128>>>(d_numbers, 100);
    const cudaError_t error = cudaMemcpy(h_numbers, d_numbers, sizeof h_numbers, cudaMemcpyDeviceToHost);
    std::printf("%s: %d\n", cudaGetErrorName(error), h_numbers[99]);
    return cudaFree(d_numbers);
}
