// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks for the device's limits, and waits for a kernel by the copy of its result.
#include <stdio.h>

__global__ void square(int* numbers, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] *= numbers[i];
}

int main()
{
    const int n = 1000;
    int h_numbers[n], *d_numbers;
    for (int i = 0; i < n; i++)
        h_numbers[i] = i;

    size_t stack = 0;
    cudaDeviceSetLimit(cudaLimitStackSize, 4096);
    cudaDeviceGetLimit(&stack, cudaLimitStackSize);

    cudaMalloc((void**)&d_numbers, sizeof(h_numbers));
    cudaMemcpy(d_numbers, h_numbers, sizeof(h_numbers), cudaMemcpyHostToDevice);
    square<<<(n + 255) / 256, 256>>>(d_numbers, n);
    cudaError_t error = cudaGetLastError(); // the launch; cudaDeviceSynchronize() would wait as the old call did
    if (error == cudaSuccess)               // the copy waits for the kernel, and returns its error
        error = cudaMemcpy(h_numbers, d_numbers, sizeof(h_numbers), cudaMemcpyDeviceToHost);
    cudaFree(d_numbers);

    printf("stack %d, square of 999 %d, %s\n", (int)stack, h_numbers[999], cudaGetErrorString(error));
    return error != cudaSuccess;
}
