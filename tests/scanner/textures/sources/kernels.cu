// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References whose binds and launches other sources call. render.cpp and loop.cpp do.
#include <stdio.h>

texture<float, 2, cudaReadModeElementType> image;
texture<float> scales;
static cudaArray* array;
static float *d_scales, *d_out;
const int width = 8, height = 4;

__global__ void scale(float* out)
{
    int i = threadIdx.x;
    out[i] = tex2D(image, i % width + 0.5f, i / width + 0.5f) * tex1Dfetch(scales, i % 4);
}

extern "C" void load_image(const float* values)
{
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &channels, width, height);
    cudaMemcpy2DToArray(array, 0, 0, values, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
    cudaMalloc((void**)&d_out, width * height * sizeof(float));
    cudaMalloc((void**)&d_scales, 4 * sizeof(float));
}

extern "C" cudaError_t bind_image() { return cudaBindTextureToArray(image, array); }

extern "C" cudaError_t unbind_image() { return cudaUnbindTexture(image); }

void bind_scales(const float* values)
{
    cudaMemcpy(d_scales, values, 4 * sizeof(float), cudaMemcpyHostToDevice);
    cudaBindTexture(0, scales, d_scales, 4 * sizeof(float));
}

void set_filter(bool linear) { image.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint; }

extern "C" void render(float* out)
{
    scale<<<1, width * height>>>(d_out);
    cudaMemcpy(out, d_out, width * height * sizeof(float), cudaMemcpyDeviceToHost);
}
