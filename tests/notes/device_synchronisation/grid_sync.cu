// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel with a barrier for its whole grid: CUDA 9.0 and later, compute capability 6.0.
#include <cooperative_groups.h>
#include <cstdio>

__global__ void sum_of_squares(int* numbers, int n, int* sum)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = thread; i < n; i += gridDim.x * blockDim.x)
        numbers[i] *= numbers[i];
    cooperative_groups::this_grid().sync(); // every thread of the grid comes here
    if (thread == 0) {
        int total = 0;
        for (int i = 0; i < n; i++)
            total += numbers[i];
        *sum = total;
    }
}

int main()
{
    int n = 1000;
    int h_numbers[1000], *d_numbers, *d_sum, sum = 0;
    for (int i = 0; i < n; i++)
        h_numbers[i] = i + 1;
    cudaMalloc((void**)&d_numbers, sizeof h_numbers);
    cudaMalloc((void**)&d_sum, sizeof sum);
    cudaMemcpy(d_numbers, h_numbers, sizeof h_numbers, cudaMemcpyHostToDevice);

    int device, processors, per_processor;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, sum_of_squares, 256, 0);
    const int needed = (n + 255) / 256, at_once = processors * per_processor;
    void* arguments[] = {&d_numbers, &n, &d_sum};
    cudaLaunchCooperativeKernel((const void*)sum_of_squares, dim3(needed < at_once ? needed : at_once), dim3(256),
                                arguments, 0, 0);

    const cudaError_t error = cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    std::printf("%s: %d\n", cudaGetErrorName(error), sum);
    cudaFree(d_sum);
    return cudaFree(d_numbers);
}
