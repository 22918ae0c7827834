// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The migration of old.cu to texture objects. Its argument is the name of a fault that it then has.
#include <cstdio>
#include <cstring>

constexpr int width = 40, height = 24, pixels = width * height, bins = 4;

__constant__ float gains[bins];

__global__ void smooth(float* out, cudaTextureObject_t image)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float sum = tex2D<float>(image, x - 0.5f, y + 0.5f) + tex2D<float>(image, x + 0.5f, y + 0.5f) +
                      tex2D<float>(image, x + 1.5f, y + 0.5f);
    out[y * width + x] = sum / 3; // line of smooth
}

__global__ void scale(float* data)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels) data[i] *= gains[i % bins]; // line of scale
}

__global__ void pick(unsigned char* out, cudaTextureObject_t colours, bool other)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    const uchar4 c = tex1Dfetch<uchar4>(colours, i);
    out[i] = other ? c.y : c.x; // line of pick
}

__global__ void total(const float* data, float* sums)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels; i += gridDim.x * blockDim.x)
        atomicAdd(sums + i % bins, data[i]);
}

__global__ void smooth_and_scale(float* out, cudaTextureObject_t image)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float sum = tex2D<float>(image, x - 0.5f, y + 0.5f) + tex2D<float>(image, x + 0.5f, y + 0.5f) +
                      tex2D<float>(image, x + 1.5f, y + 0.5f);
    out[y * width + x] = sum / 3 * gains[x % bins];
}

__global__ void renamed(float* data)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels) data[i] *= gains[i % bins];
}

int main(int count, char** words)
{
    const auto has = [&](const char* fault) { return count > 1 && std::strcmp(words[1], fault) == 0; };
    static float host[pixels], gain[bins] = {0.5f, 1.5f, 2.5f, 3.5f}, sums[bins];
    static uchar4 colour[pixels];
    static unsigned char picked[pixels];
    for (int i = 0; i < pixels; ++i) {
        host[i] = static_cast<float>(i * 37 % 101) / 7;
        colour[i] = make_uchar4(i % 251, i * 3 % 241, 7, 9);
    }
    cudaArray_t array;
    const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &one, width, height);
    cudaMemcpy2DToArray(array, 0, 0, host, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    // A coordinate in texels never wraps: so the fault wants fractions, and the kernel is given texels.
    for (auto& mode : description.addressMode)
        mode = has("address") ? cudaAddressModeBorder : cudaAddressModeClamp;
    description.normalizedCoords = has("normalised");
    cudaTextureObject_t image;
    cudaCreateTextureObject(&image, &resource, &description, nullptr);
    uchar4* device_colours;
    unsigned char* device_picked;
    float *data, *device_sums;
    cudaMalloc(&device_colours, sizeof colour);
    cudaMalloc(&device_picked, sizeof picked);
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&device_sums, sizeof sums);
    cudaMemcpy(device_colours, colour, sizeof colour, cudaMemcpyHostToDevice);
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = device_colours;
    linear.res.linear.desc = cudaCreateChannelDesc<uchar4>();
    linear.res.linear.sizeInBytes = sizeof colour;
    cudaTextureObject_t colours;
    const cudaTextureDesc plain = {};
    cudaCreateTextureObject(&colours, &linear, &plain, nullptr);
    if (!has("copy")) cudaMemcpyToSymbol(gains, gain, sizeof gain);
    cudaMemset(device_sums, 0, sizeof sums);

    if (has("order")) scale<<<8, 128>>>(data);
    if (has("fused")) {
        smooth_and_scale<<<dim3(3, 3), dim3(16, 8)>>>(data, image);
    } else {
        smooth<<<dim3(3, 3), dim3(16, 8)>>>(data, image);
        if (has("renamed")) {
            renamed<<<8, 128>>>(data);
        } else if (!has("order")) {
            scale<<<8, 128>>>(data);
        }
    }
    pick<<<8, 128>>>(device_picked, colours, has("channel"));
    total<<<has("additions") ? 5 : 2, has("additions") ? 32 : 64>>>(data, device_sums);

    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(picked, device_picked, sizeof picked, cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(image);
    if (!has("leak")) cudaDestroyTextureObject(colours);
    cudaFreeArray(array);
    cudaFree(device_colours);
    cudaFree(device_picked);
    cudaFree(data);
    cudaFree(device_sums);
    std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
