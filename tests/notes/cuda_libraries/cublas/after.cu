// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same with a handle, a status of each call, and pointers to the factors.
#include <cstdio>

#include <cublas_v2.h>

const int n = 3;

// c = a * b, matrices of n rows and columns, a column after the other
cublasStatus_t multiply(const float* a, const float* b, float* c)
{
    float *d_a, *d_b, *d_c;
    const float one = 1, zero = 0;
    cublasHandle_t handle;
    cublasCreate(&handle);
    cudaMalloc((void**)&d_a, n * n * sizeof(float));
    cudaMalloc((void**)&d_b, n * n * sizeof(float));
    cudaMalloc((void**)&d_c, n * n * sizeof(float));
    cublasSetMatrix(n, n, sizeof(float), a, n, d_a, n);
    cublasSetMatrix(n, n, sizeof(float), b, n, d_b, n);
    const cublasStatus_t status =
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, d_a, n, d_b, n, &zero, d_c, n);
    cublasGetMatrix(n, n, sizeof(float), d_c, n, c, n);
    cudaFree(d_c);
    cudaFree(d_b);
    cudaFree(d_a);
    cublasDestroy(handle);
    return status;
}

int main()
{
    const float a[n * n] = {1, 2, 3, 4, 5, 6, 7, 8, 10}, b[n * n] = {2, 0, 0, 0, 3, 0, 1, 1, 1};
    float c[n * n] = {};
    const int status = multiply(a, b, c);
    printf("status %d:", status);
    for (float one : c)
        printf(" %g", one);
    printf("\n");
    // Its columns: twice the first of a, three times the second, and the sum of all.
    return !(status == 0 && c[0] == 2 && c[2] == 6 && c[3] == 12 && c[5] == 18 && c[6] == 12 && c[8] == 19);
}
