// A small array in constant memory, the same for all threads: here the coefficients of a polynomial.
//
// Source:  K, chapter 8, "Константная память", the constant array
// Modern:  modern/memory/constant_array.cu
// Note:    migration-notes/constant_memory_symbols.md
// Domain:  1 <= n <= 2^31 - BS: beyond that, n + BS - 1 is no int
// Defects: mended: the array is declared as contsData and used as constData. Not shown there, so ours: what the four
//          numbers are for, the kernel, and the host code around the copy
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

#define BS 256

__device__ __constant__ float constData[4];

__global__ void polynomial(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = ((constData[3] * x[i] + constData[2]) * x[i] + constData[1]) * x[i] + constData[0];
}

// The polynomial whose coefficients are hostData[0] to hostData[3], at n points.
cudaError_t constant_array(const float *hostData, const float *h_x, float *h_y, int n)
{
    if (n < 1 || n > 0x7fffffff - (BS - 1)) return cudaErrorInvalidValue;
    float *x = NULL, *y = NULL;
    cudaMalloc((void **)&x, n * sizeof(float));
    cudaMalloc((void **)&y, n * sizeof(float));
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        cudaFree(x);
        cudaFree(y);
        return err;
    }
    cudaMemcpy(x, h_x, n * sizeof(float), cudaMemcpyHostToDevice);

    cudaMemcpyToSymbol(constData, hostData, 4 * sizeof(float), 0, cudaMemcpyHostToDevice);

    polynomial<<<(n + BS - 1) / BS, BS>>>(x, y, n);

    cudaMemcpy(h_y, y, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    return cudaGetLastError();
}

int main()
{
    float hostData[4] = {1, 2, 3, 4};
    float x[5] = {0, 1, 2, 3, 4};
    float y[5];

    cudaError_t err = constant_array(hostData, x, y, 5);
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }

    for (int i = 0; i < 5; i++)
        printf("%g: %g\n", x[i], y[i]);
    return 0;
}
