// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dot product of vectors that go through constant memory, chunk by chunk. Built through compat.
#include <stdio.h>

const int CHUNK = 4096; // of each vector: 2 * 4096 * 8 bytes are all of the 64 KB

__constant__ double a[CHUNK], b[CHUNK];

__global__ void multiply(double* products, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) products[i] = a[i] * b[i];
}

double dot(const double* h_a, const double* h_b, int n)
{
    double sum = 0, products[CHUNK], *d_products;
    cudaMalloc((void**)&d_products, sizeof(products));
    for (int begin = 0; begin < n; begin += CHUNK) {
        int count = n - begin < CHUNK ? n - begin : CHUNK;
        cudaMemcpyToSymbol(a, h_a + begin, count * sizeof(double));
        cudaMemcpyToSymbol(b, h_b + begin, count * sizeof(double));
        multiply<<<(count + 255) / 256, 256>>>(d_products, count);
        cudaMemcpy(products, d_products, count * sizeof(double), cudaMemcpyDeviceToHost);
        for (int i = 0; i < count; i++)
            sum += products[i];
    }
    cudaFree(d_products);
    return sum;
}

int main()
{
    const int n = 10000;
    double *h_a = new double[n], *h_b = new double[n];
    for (int i = 0; i < n; i++) {
        h_a[i] = i % 11;
        h_b[i] = i % 13;
    }
    printf("%.17g\n", dot(h_a, h_b, n));
    delete[] h_a;
    delete[] h_b;
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
