// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies whole rows into an array, from array to array, and back, as programs did until CUDA 10.
#include <stdio.h>

void there_and_back(const float* h_in, cudaArray_t array, cudaArray_t copy, float* h_out, int width, int height)
{
    size_t size = width * height * sizeof(float);
    cudaMemcpyToArray(array, 0, 0, h_in, size, cudaMemcpyHostToDevice);
    cudaMemcpyArrayToArray(copy, 0, 0, array, 0, 0, size, cudaMemcpyDeviceToDevice);
    cudaMemcpyFromArray(h_out, copy, 0, 0, size, cudaMemcpyDeviceToHost);
}

int main()
{
    const int width = 20, height = 6;
    float h_in[width * height], h_out[width * height] = {};
    for (int i = 0; i < width * height; i++)
        h_in[i] = 0.5f * i;
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaArray_t array, copy;
    cudaMallocArray(&array, &channels, width, height);
    cudaMallocArray(&copy, &channels, width, height);
    there_and_back(h_in, array, copy, h_out, width, height);
    cudaFreeArray(array);
    cudaFreeArray(copy);
    for (int i = 0; i < width * height; i += 7)
        printf("%d: %g\n", i, h_out[i]);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
