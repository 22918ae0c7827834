// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads shorts as fractions of 1 through a texture reference, as programs did until CUDA 11. Built through compat.
#include <stdio.h>

texture<short, 2, cudaReadModeNormalizedFloat> samples;

__global__ void fractions(float* out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = tex2D(samples, x + 0.5f, y + 0.5f);
}

void fractions_on_device(cudaArray_t array, float* d_out, int width, int height)
{
    cudaBindTextureToArray(samples, array);

    dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    fractions<<<grid, block>>>(d_out, width, height);

    cudaUnbindTexture(samples);
}

int main()
{
    const int width = 32, height = 8;
    short h_in[width * height];
    for (int i = 0; i < width * height; i++)
        h_in[i] = short(257 * i - 32768);
    float h_out[width * height], *d_out;
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<short>();
    cudaArray_t array;
    cudaMallocArray(&array, &channels, width, height);
    cudaMemcpy2DToArray(array, 0, 0, h_in, width * sizeof(short), width * sizeof(short), height,
                        cudaMemcpyHostToDevice);
    cudaMalloc((void**)&d_out, sizeof(h_out));
    fractions_on_device(array, d_out, width, height);
    cudaMemcpy(h_out, d_out, sizeof(h_out), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    cudaFreeArray(array);
    for (int i = 0; i < width * height; i += 15)
        printf("%d: %.9g\n", h_in[i], h_out[i]);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
