// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with texture references, for the tests of verify. new.cu is its migration.
#include <cstdio>
#include <cstring>

constexpr int width = 40, height = 24, pixels = width * height, bins = 4;

texture<float, 2, cudaReadModeElementType> image;
texture<uchar4, 1, cudaReadModeElementType> colours;
__constant__ float gains[bins];

__global__ void smooth(float* out)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float sum = tex2D(image, x - 0.5f, y + 0.5f) + tex2D(image, x + 0.5f, y + 0.5f) + tex2D(image, x + 1.5f, y + 0.5f);
    out[y * width + x] = sum / 3;
}

__global__ void scale(float* data)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels) data[i] *= gains[i % bins];
}

__global__ void pick(unsigned char* out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels) out[i] = tex1Dfetch(colours, i).x;
}

__global__ void total(const float* data, float* sums)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels; i += gridDim.x * blockDim.x)
        atomicAdd(sums + i % bins, data[i]);
}

int main(int count, char** words)
{
    const char* const fault = count > 1 ? words[1] : "";
    static float host[pixels], gain[bins] = {0.5f, 1.5f, 2.5f, 3.5f}, sums[bins];
    static uchar4 colour[pixels];
    static unsigned char picked[pixels];
    for (int i = 0; i < pixels; ++i) {
        host[i] = static_cast<float>(i * 37 % 101) / 7;
        colour[i] = make_uchar4(i % 251, i * 3 % 241, 7, 9);
    }
    cudaArray* array;
    const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &one, width, height);
    cudaMemcpyToArray(array, 0, 0, host, sizeof host, cudaMemcpyHostToDevice);
    cudaBindTextureToArray(image, array);
    uchar4* device_colours;
    unsigned char* device_picked;
    float *data, *device_sums;
    cudaMalloc(&device_colours, sizeof colour);
    cudaMalloc(&device_picked, sizeof picked);
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&device_sums, sizeof sums);
    cudaMemcpy(device_colours, colour, sizeof colour, cudaMemcpyHostToDevice);
    cudaBindTexture(0, colours, device_colours, sizeof colour);
    cudaMemcpyToSymbol(gains, gain, sizeof gain);
    cudaMemset(device_sums, 0, sizeof sums);

    smooth<<<dim3(3, 3), dim3(16, 8)>>>(data);
    scale<<<8, 128>>>(data);
    pick<<<8, 128>>>(device_picked);
    total<<<2, 64>>>(data, device_sums);

    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(picked, device_picked, sizeof picked, cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaUnbindTexture(image);
    if (std::strcmp(fault, "unbind") != 0) cudaUnbindTexture(colours);
    cudaFreeArray(array);
    cudaFree(device_colours);
    cudaFree(device_picked);
    cudaFree(data);
    cudaFree(device_sums);
    std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
