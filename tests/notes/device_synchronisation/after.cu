// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host launches both kernels into one stream: every CUDA.
#include <cstdio>

__global__ void square(int* numbers, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] *= numbers[i];
}

__global__ void add_up(const int* numbers, int n, int* sum)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += numbers[i];
    *sum = total;
}

int main()
{
    const int n = 1000;
    int h_numbers[n], *d_numbers, *d_sum, sum = 0;
    for (int i = 0; i < n; i++)
        h_numbers[i] = i + 1;
    cudaMalloc((void**)&d_numbers, sizeof h_numbers);
    cudaMalloc((void**)&d_sum, sizeof sum);
    cudaMemcpy(d_numbers, h_numbers, sizeof h_numbers, cudaMemcpyHostToDevice);

    square<<<(n + 255) / 256, 256>>>(d_numbers, n);
    add_up<<<1, 1>>>(d_numbers, n, d_sum); // in the same stream: begins when the squares are there

    const cudaError_t error = cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    std::printf("%s: %d\n", cudaGetErrorName(error), sum);
    cudaFree(d_sum);
    return cudaFree(d_numbers);
}
