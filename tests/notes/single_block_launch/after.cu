// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds two vectors with a grid: blocks of a fixed size, as many as it takes.
#include <stdio.h>

__global__ void add(const int* a, const int* b, int* c, size_t n)
{
    size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i]; // the last block is rarely full
}

void add_on_device(const int* d_a, const int* d_b, int* d_c, size_t n)
{
    if (n == 0) return; // a grid of no blocks cannot be launched
    const int threads = 256;
    add<<<(n + threads - 1) / threads, threads>>>(d_a, d_b, d_c, n);
}

int main()
{
    const int n = 1000;
    int h_a[n], h_b[n], h_c[n], *d_a, *d_b, *d_c;
    for (int i = 0; i < n; i++) {
        h_a[i] = i;
        h_b[i] = 3 * i;
    }
    cudaMalloc((void**)&d_a, sizeof(h_a));
    cudaMalloc((void**)&d_b, sizeof(h_b));
    cudaMalloc((void**)&d_c, sizeof(h_c));
    cudaMemcpy(d_a, h_a, sizeof(h_a), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, h_b, sizeof(h_b), cudaMemcpyHostToDevice);
    add_on_device(d_a, d_b, d_c, n);
    cudaMemcpy(h_c, d_c, sizeof(h_c), cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    for (int i = 0; i < n; i += 37)
        printf("%d: %d\n", i, h_c[i]);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
