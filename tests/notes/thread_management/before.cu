// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waits for the device, asks for its limits and ends, with the names of CUDA 3. Built through compat.
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
    cudaThreadSetLimit(cudaLimitStackSize, 4096);
    cudaThreadGetLimit(&stack, cudaLimitStackSize);

    cudaMalloc((void**)&d_numbers, sizeof(h_numbers));
    cudaMemcpy(d_numbers, h_numbers, sizeof(h_numbers), cudaMemcpyHostToDevice);
    square<<<(n + 255) / 256, 256>>>(d_numbers, n);
    cudaThreadSynchronize();
    cudaError_t error = cudaGetLastError();
    cudaMemcpy(h_numbers, d_numbers, sizeof(h_numbers), cudaMemcpyDeviceToHost);
    cudaFree(d_numbers);
    cudaThreadExit();

    printf("stack %d, square of 999 %d, %s\n", (int)stack, h_numbers[999], cudaGetErrorString(error));
    return error != cudaSuccess;
}
