// What a texture object is made of: an array, which knows the type of its texels and its dimensions, and a read mode.
//
// Source:  K, chapter 8, "Текстурная память", the declaration of a texture and of a channel
// Legacy:  legacy/texture/read_modes.cu
// Changes: 1. texture references -> texture objects, kernel arguments; type and dimension are said where a texel is
//          fetched, the read mode in the cudaTextureDesc  2. cudaBindTextureToArray -> createTexture, which fills in
//          both descriptors  3. cudaMemcpyToArray -> cudaMemcpy2DToArray, in rows  4. every call checked; memory,
//          arrays and textures freed by their owners  5. int -> std::size_t where elements are counted: any extent
// Note:    migration-notes/texture_read_modes.md, migration-notes/texture_reference.md,
//          migration-notes/memcpy_to_array.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <string.h>

#include "../support/cuda.hpp" // check(), and the owners device_memory, device_array, texture_object

__global__ void read1(cudaTextureObject_t tex1, cudaTextureObject_t tex1Float, int w, unsigned char *d_out,
                      float *d_outFloat)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < w) {
        d_out[x] = tex1D<unsigned char>(tex1, float(x));
        d_outFloat[x] = tex1D<float>(tex1Float, float(x));
    }
}

__global__ void read2(cudaTextureObject_t tex2, cudaTextureObject_t tex2Float, int w, int h, short *d_out,
                      float *d_outFloat)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        d_out[std::size_t(y) * w + x] = tex2D<short>(tex2, float(x), float(y));
        d_outFloat[std::size_t(y) * w + x] = tex2D<float>(tex2Float, float(x), float(y));
    }
}

__global__ void read3(cudaTextureObject_t tex3, int w, int h, int d, float *d_out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < w && y < h && z < d)
        d_out[(std::size_t(z) * h + y) * w + x] = tex3D<float>(tex3, float(x), float(y), float(z));
}

#define BLOCKS(n, threads) (((n) + (threads) - 1) / (threads))

// The texture of an array, with the attributes that a reference has from the start, and that read mode.
void createTexture(cudaTextureObject_t *tex, cudaArray_t cuArray, cudaTextureReadMode readMode)
{
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = cuArray;
    cudaTextureDesc texDesc{};
    for (int i = 0; i < 3; i++)
        texDesc.addressMode[i] = cudaAddressModeClamp; // a zeroed descriptor says wrap
    texDesc.normalizedCoords = false;
    texDesc.filterMode = cudaFilterModePoint;
    texDesc.readMode = readMode;
    check(cudaCreateTextureObject(tex, &resource, &texDesc, nullptr));
}

// Reads w bytes through one dimension, w * h shorts through two, w * h * d floats through three; bytes and shorts as
// they are and as fractions. Nothing at all where one of the three is 0.
void read_modes(int w, int h, int d, const unsigned char *data1, const short *data2, const float *data3,
                unsigned char *h_out1, float *h_out1Float, short *h_out2, float *h_out2Float, float *h_out3)
{
    if (w == 0 || h == 0 || d == 0) return;
    std::size_t n2 = std::size_t(w) * h, n3 = n2 * d;

    // bits of the four channels, and how they are to be read
    struct cudaChannelFormatDesc desc1 = { 8, 0, 0, 0, cudaChannelFormatKindUnsigned };
    struct cudaChannelFormatDesc desc2 = { 16, 0, 0, 0, cudaChannelFormatKindSigned };
    struct cudaChannelFormatDesc desc3 = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    device_array cuArray1, cuArray2, cuArray3;
    device_memory<unsigned char> d_out1;
    device_memory<short> d_out2;
    device_memory<float> d_out1Float, d_out2Float, d_out3;
    check(cudaMallocArray(cuArray1.out(), &desc1, w, 1));
    check(cudaMallocArray(cuArray2.out(), &desc2, w, h));
    check(cudaMalloc3DArray(cuArray3.out(), &desc3, make_cudaExtent(w, h, d)));
    check(cudaMalloc(d_out1.out(), w));
    check(cudaMalloc(d_out1Float.out(), w * sizeof(float)));
    check(cudaMalloc(d_out2.out(), n2 * sizeof(short)));
    check(cudaMalloc(d_out2Float.out(), n2 * sizeof(float)));
    check(cudaMalloc(d_out3.out(), n3 * sizeof(float)));

    check(cudaMemcpy2DToArray(cuArray1, 0, 0, data1, w, w, 1, cudaMemcpyHostToDevice));
    check(cudaMemcpy2DToArray(cuArray2, 0, 0, data2, w * sizeof(short), w * sizeof(short), h, cudaMemcpyHostToDevice));
    cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_cudaPitchedPtr((void*)data3, w * sizeof(float), w, h);
    copy.dstArray = cuArray3;
    copy.extent = make_cudaExtent(w, h, d);
    copy.kind = cudaMemcpyHostToDevice;
    check(cudaMemcpy3D(&copy));

    texture_object tex1, tex1Float, tex2, tex2Float, tex3;
    createTexture(tex1.out(), cuArray1, cudaReadModeElementType);
    createTexture(tex1Float.out(), cuArray1, cudaReadModeNormalizedFloat);
    createTexture(tex2.out(), cuArray2, cudaReadModeElementType);
    createTexture(tex2Float.out(), cuArray2, cudaReadModeNormalizedFloat);
    createTexture(tex3.out(), cuArray3, cudaReadModeElementType);

    read1<<<BLOCKS(w, 256), 256>>>(tex1, tex1Float, w, d_out1, d_out1Float);
    check(cudaGetLastError());
    read2<<<dim3(BLOCKS(w, 16), BLOCKS(h, 16)), dim3(16, 16)>>>(tex2, tex2Float, w, h, d_out2, d_out2Float);
    check(cudaGetLastError());
    read3<<<dim3(BLOCKS(w, 8), BLOCKS(h, 8), BLOCKS(d, 4)), dim3(8, 8, 4)>>>(tex3, w, h, d, d_out3);
    check(cudaGetLastError());

    check(cudaMemcpy(h_out1, d_out1, w, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_out1Float, d_out1Float, w * sizeof(float), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_out2, d_out2, n2 * sizeof(short), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_out2Float, d_out2Float, n2 * sizeof(float), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_out3, d_out3, n3 * sizeof(float), cudaMemcpyDeviceToHost));
}

int main()
try {
    const int w = 3, h = 2, d = 2;
    unsigned char data1[w] = { 0, 51, 255 }, out1[w];
    short data2[w * h] = { -32768, -32767, -1, 0, 1, 32767 }, out2[w * h];
    float data3[w * h * d], out1Float[w], out2Float[w * h], out3[w * h * d];
    for (int i = 0; i < w * h * d; i++)
        data3[i] = i * 0.25f;

    read_modes(w, h, d, data1, data2, data3, out1, out1Float, out2, out2Float, out3);
    for (int i = 0; i < w; i++)
        printf("unsigned char, 1: %d %f\n", out1[i], out1Float[i]);
    for (int i = 0; i < w * h; i++)
        printf("short, 2: %d %f\n", out2[i], out2Float[i]);
    for (int i = 0; i < w * h * d; i++)
        printf("float, 3: %f\n", out3[i]);
} catch (const std::exception& error) {
    return failed(error);
}
