// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory brought to the device and back, with the device's number: CUDA 8.0 to 12.9.
#include <cstdio>

__global__ void square(float* numbers, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] *= numbers[i];
}

int main()
{
    const int n = 1000;
    float* numbers;
    int device;
    cudaGetDevice(&device);
    cudaMallocManaged(&numbers, n * sizeof(float));
    for (int i = 0; i < n; i++)
        numbers[i] = i;

    cudaMemAdvise(numbers, n * sizeof(float), cudaMemAdviseSetPreferredLocation, device);
    cudaMemPrefetchAsync(numbers, n * sizeof(float), device);
    square<<<(n + 255) / 256, 256>>>(numbers, n);
    cudaMemPrefetchAsync(numbers, n * sizeof(float), cudaCpuDeviceId);

    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s: %g\n", cudaGetErrorName(error), numbers[n - 1]);
    cudaFree(numbers);
    return error;
}
