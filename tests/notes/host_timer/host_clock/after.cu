// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times a launch and the wait for it by a clock that is never set, and tells whether the kernel ran.
#include <chrono>
#include <stdio.h>

__global__ void add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

double seconds()
{
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

// Less than 0 after an error: a kernel that did not run takes no time.
double time_addition(const float* d_a, const float* d_b, float* d_c, int n)
{
    double start = seconds();
    add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
    if (cudaGetLastError() != cudaSuccess) return -1;
    if (cudaDeviceSynchronize() != cudaSuccess) return -1;
    return seconds() - start;
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
    double elapsed = time_addition(d_a, d_b, d_c, n);
    cudaMemcpy(&last, d_c + n - 1, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g, a time: %s\n", last, elapsed >= 0 ? "yes" : "no");
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return cudaGetLastError() != cudaSuccess;
}
