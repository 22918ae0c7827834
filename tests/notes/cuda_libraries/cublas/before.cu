// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of matrices by cuBLAS's first interface: no handle, errors by a call of their own, letters for what to do.
#include <cstdio>

#include <cublas.h>

const int n = 3;

// c = a * b, matrices of n rows and columns, a column after the other
cublasStatus multiply(const float* a, const float* b, float* c)
{
    float *d_a, *d_b, *d_c;
    cublasInit();
    cublasAlloc(n * n, sizeof(float), (void**)&d_a);
    cublasAlloc(n * n, sizeof(float), (void**)&d_b);
    cublasAlloc(n * n, sizeof(float), (void**)&d_c);
    cublasSetMatrix(n, n, sizeof(float), a, n, d_a, n);
    cublasSetMatrix(n, n, sizeof(float), b, n, d_b, n);
    cublasSgemm('n', 'n', n, n, n, 1, d_a, n, d_b, n, 0, d_c, n);
    const cublasStatus status = cublasGetError();
    cublasGetMatrix(n, n, sizeof(float), d_c, n, c, n);
    cublasFree(d_c);
    cublasFree(d_b);
    cublasFree(d_a);
    cublasShutdown();
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
