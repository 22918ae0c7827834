// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of square matrices, one output for each thread: right for any width, and far from what the GPU can do.
#include <cstdio>
#include <vector>

__global__ void product(const float* a, const float* b, float* c, int width)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= width || column >= width) return;
    float sum = 0;
    for (int k = 0; k < width; k++)
        sum += a[row * width + k] * b[k * width + column];
    c[row * width + column] = sum;
}

void multiply(const float* d_a, const float* d_b, float* d_c, int width)
{
    const dim3 block(16, 16), grid((width + 15) / 16, (width + 15) / 16);
    product<<<grid, block>>>(d_a, d_b, d_c, width);
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
    multiply(d_a, d_b, d_c, width);
    const cudaError_t error = cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost);
    std::printf("%s\n", cudaGetErrorName(error));
    for (int row = 0; row < width; row += 9)
        std::printf("%g %g\n", c[row * width + 1], c[row * width + width - 1]);
    cudaFree(d_a);
    cudaFree(d_b);
    return cudaFree(d_c);
}
