// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of square matrices, by the library.
#include <cublas_v2.h>

#include <cstdio>
#include <vector>

// c = a * b, row by row. cuBLAS counts by columns, so it is asked for the transposed product, b * a.
cublasStatus_t multiply(cublasHandle_t handle, const float* d_a, const float* d_b, float* d_c, int width)
{
    const float one = 1, zero = 0;
    return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, width, width, width, &one, d_b, width, d_a, width, &zero, d_c,
                       width);
}

int main()
{
    const int width = 100; // small whole numbers: every sum is exact, in any order
    std::vector<float> a(width * width), b(width * width), c(width * width);
    for (int i = 0; i < width * width; i++) {
        a[i] = float(i % 7 - 3);
        b[i] = float(i % 11 - 5);
    }
    float *d_a, *d_b, *d_c;
    const size_t bytes = a.size() * sizeof(float);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_c, bytes);
    cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice);
    cublasHandle_t handle; // once in a program: to create it takes long
    cublasCreate(&handle);
    const cublasStatus_t status = multiply(handle, d_a, d_b, d_c, width);
    cublasDestroy(handle);
    const cudaError_t error = cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost);
    std::printf("%s\n", status == CUBLAS_STATUS_SUCCESS ? cudaGetErrorName(error) : "cuBLAS failed");
    for (int row = 0; row < width; row += 9)
        std::printf("%g %g\n", c[row * width + 1], c[row * width + width - 1]);
    cudaFree(d_a);
    cudaFree(d_b);
    return cudaFree(d_c);
}
