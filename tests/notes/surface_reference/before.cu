// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Doubles a picture in place through a surface reference, as programs did until CUDA 11. Built through compat.
#include <stdio.h>

surface<void, cudaSurfaceType2D> image;

__global__ void brighten(int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float value = surf2Dread<float>(image, x * sizeof(float), y); // x in bytes
        surf2Dwrite(2 * value, image, x * sizeof(float), y);
    }
}

void brighten_on_device(cudaArray_t array, int width, int height)
{
    cudaBindSurfaceToArray(image, array);

    dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    brighten<<<grid, block>>>(width, height);
}

int main()
{
    const int width = 33, height = 7;
    float h_image[width * height];
    for (int i = 0; i < width * height; i++)
        h_image[i] = 0.25f * i;
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &channels, width, height, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, h_image, width * sizeof(float), width * sizeof(float), height,
                        cudaMemcpyHostToDevice);
    brighten_on_device(array, width, height);
    cudaMemcpy2DFromArray(h_image, width * sizeof(float), array, 0, 0, width * sizeof(float), height,
                          cudaMemcpyDeviceToHost);
    cudaFreeArray(array);
    for (int i = 0; i < width * height; i += 10)
        printf("%d: %g\n", i, h_image[i]);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
