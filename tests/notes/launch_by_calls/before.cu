// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel launched by calls, argument by argument: CUDA 1 to 10.0.
#include <cstdio>

__global__ void scale(float* numbers, int n, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] *= factor;
}

int main()
{
    int n = 100;
    float h_numbers[100], factor = 2.5f, *d_numbers;
    for (int i = 0; i < n; i++)
        h_numbers[i] = i;
    cudaMalloc(&d_numbers, sizeof h_numbers);
    cudaMemcpy(d_numbers, h_numbers, sizeof h_numbers, cudaMemcpyHostToDevice);

    cudaConfigureCall(dim3(1), dim3(128), 0, 0);
    size_t offset = 0;
    cudaSetupArgument(&d_numbers, sizeof d_numbers, offset);
    offset += sizeof d_numbers;
    cudaSetupArgument(&n, sizeof n, offset);
    offset += sizeof n;
    cudaSetupArgument(&factor, sizeof factor, offset);
    cudaError_t error = cudaLaunch((const char*)scale);

    cudaMemcpy(h_numbers, d_numbers, sizeof h_numbers, cudaMemcpyDeviceToHost);
    std::printf("%s: %g\n", cudaGetErrorName(error), h_numbers[99]);
    return cudaFree(d_numbers);
}
