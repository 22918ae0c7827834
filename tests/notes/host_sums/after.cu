// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds squares with one call of CUB's: one number comes back.
#include <cstdio>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

struct square {
    __device__ long long operator()(int number) const { return (long long)number * number; }
};

long long sum_of_squares(const int* d_numbers, int n)
{
    long long sum = 0, *d_sum;
    void* storage = nullptr;
    size_t bytes = 0;
    cudaMalloc(&d_sum, sizeof(sum));
    // Without storage the call says how many bytes it wants; with it, it adds. 0LL: the type that it adds in
    cub::DeviceReduce::TransformReduce(storage, bytes, d_numbers, d_sum, n, cuda::std::plus<>{}, square{}, 0LL);
    cudaMalloc(&storage, bytes);
    cub::DeviceReduce::TransformReduce(storage, bytes, d_numbers, d_sum, n, cuda::std::plus<>{}, square{}, 0LL);
    cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost); // waits for the sum
    cudaFree(storage);
    cudaFree(d_sum);
    return sum;
}

int main()
{
    const int n = 100000;
    int *h_numbers = new int[n], *d_numbers;
    for (int i = 0; i < n; i++)
        h_numbers[i] = i % 10;
    cudaMalloc(&d_numbers, n * sizeof(int));
    cudaMemcpy(d_numbers, h_numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    printf("sum of squares: %lld\n", sum_of_squares(d_numbers, n));
    cudaFree(d_numbers);
    delete[] h_numbers;
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
