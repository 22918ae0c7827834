// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel launches its second half into the tail stream: CUDA 12.0 and later, with -rdc=true and cudadevrt.
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

__global__ void sum_of_squares(int* numbers, int n, int* sum)
{
    square<<<(n + 255) / 256, 256>>>(numbers, n);
    add_up<<<1, 1, 0, cudaStreamTailLaunch>>>(numbers, n, sum); // begins when this kernel and `square` have ended
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

    sum_of_squares<<<1, 1>>>(d_numbers, n, d_sum);

    const cudaError_t error = cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    std::printf("%s: %d\n", cudaGetErrorName(error), sum);
    cudaFree(d_sum);
    return cudaFree(d_numbers);
}
