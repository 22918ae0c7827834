// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory brought to the device and back, with a location: CUDA 13.0 and later.
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

    cudaMemLocation on_device = {}, on_host = {};
    on_device.type = cudaMemLocationTypeDevice;
    on_device.id = device;
    on_host.type = cudaMemLocationTypeHost; // the id does not count
    cudaMemAdvise(numbers, n * sizeof(float), cudaMemAdviseSetPreferredLocation, on_device);
    cudaMemPrefetchAsync(numbers, n * sizeof(float), on_device, 0); // no flags; in the default stream
    square<<<(n + 255) / 256, 256>>>(numbers, n);
    cudaMemPrefetchAsync(numbers, n * sizeof(float), on_host, 0);

    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s: %g\n", cudaGetErrorName(error), numbers[n - 1]);
    cudaFree(numbers);
    return error;
}
