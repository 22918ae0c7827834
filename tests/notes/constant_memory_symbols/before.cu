// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates a polynomial whose coefficients are in constant memory, under a name. Built through compat.
#include <stdio.h>

__constant__ float c[4];

__global__ void evaluate(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaf(fmaf(fmaf(c[3], x[i], c[2]), x[i], c[1]), x[i], c[0]);
}

void evaluate_on_device(const float* coefficients, const float* d_x, float* d_y, int n)
{
    cudaMemcpyToSymbol(c, coefficients, sizeof(c));
    evaluate<<<(n + 255) / 256, 256>>>(d_x, d_y, n);
}

int main()
{
    const int n = 500;
    const float coefficients[4] = {1, -2.5f, 0.125f, 3};
    float h_x[n], h_y[n], *d_x, *d_y;
    for (int i = 0; i < n; i++)
        h_x[i] = 0.01f * i;
    cudaMalloc((void**)&d_x, sizeof(h_x));
    cudaMalloc((void**)&d_y, sizeof(h_y));
    cudaMemcpy(d_x, h_x, sizeof(h_x), cudaMemcpyHostToDevice);
    evaluate_on_device(coefficients, d_x, d_y, n);
    cudaMemcpy(h_y, d_y, sizeof(h_y), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    for (int i = 0; i < n; i += 19)
        printf("%g: %.9g\n", h_x[i], h_y[i]);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
