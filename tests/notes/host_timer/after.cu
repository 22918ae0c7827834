// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times a kernel by CUDA events, which the device records.
#include <stdio.h>

__global__ void add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

float time_addition(const float* d_a, const float* d_b, float* d_c, int n)
{
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);

    cudaEventRecord(start);
    add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
    cudaEventRecord(stop);

    float milliseconds = -1;
    cudaEventSynchronize(stop); // until the kernel is done
    cudaEventElapsedTime(&milliseconds, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return milliseconds;
}

int main()
{
    const int n = 10000;
    float *d_a, *d_b, *d_c, last;
    cudaMalloc(&d_a, n * sizeof(float));
    cudaMalloc(&d_b, n * sizeof(float));
    cudaMalloc(&d_c, n * sizeof(float));
    cudaMemset(d_a, 0x3f, n * sizeof(float));
    cudaMemset(d_b, 0x40, n * sizeof(float));
    float elapsed = time_addition(d_a, d_b, d_c, n);
    cudaMemcpy(&last, d_c + n - 1, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g, a time: %s\n", last, elapsed >= 0 ? "yes" : "no");
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return cudaGetLastError() != cudaSuccess;
}
