// The three parameters of a texture reference: type of the texels, dimension, and what a fetch makes of a texel.
//
// Source:  K, chapter 8, "Текстурная память", the declaration of a texture and of a channel; the document shows no
//          program, this one is ours
// Modern:  modern/texture/read_modes.cu
// Note:    migration-notes/texture_read_modes.md, migration-notes/texture_reference.md,
//          migration-notes/memcpy_to_array.md
// Domain:  w, h, d >= 1, each up to the device's cudaDeviceProp::maxTexture1D, maxTexture2D, and maxTexture3D or
//          maxTexture3DAlt; w * h * d <= 2^30. Chosen, so that a test of the last one is quick: an int counts to
//          2^31 - 1
// Defects: none: the document's fragment is right
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// type of the texels, dimension, type of what a fetch returns
texture<unsigned char, 1, cudaReadModeElementType> g_TexRef1;
texture<unsigned char, 1, cudaReadModeNormalizedFloat> g_TexRef1Float;
texture<short, 2, cudaReadModeElementType> g_TexRef2;
texture<short, 2, cudaReadModeNormalizedFloat> g_TexRef2Float;
texture<float, 3, cudaReadModeElementType> g_TexRef3;

__global__ void read1(int w, unsigned char *d_out, float *d_outFloat)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < w) {
        d_out[x] = tex1D(g_TexRef1, float(x));
        d_outFloat[x] = tex1D(g_TexRef1Float, float(x));
    }
}

__global__ void read2(int w, int h, short *d_out, float *d_outFloat)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        d_out[y * w + x] = tex2D(g_TexRef2, float(x), float(y));
        d_outFloat[y * w + x] = tex2D(g_TexRef2Float, float(x), float(y));
    }
}

__global__ void read3(int w, int h, int d, float *d_out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < w && y < h && z < d)
        d_out[(z * h + y) * w + x] = tex3D(g_TexRef3, float(x), float(y), float(z));
}

#define BLOCKS(n, threads) (((n) + (threads) - 1) / (threads))

// Reads w bytes through one dimension, w * h shorts through two, w * h * d floats through three; bytes and shorts as
// they are and as fractions.
cudaError_t read_modes(int w, int h, int d, const unsigned char *data1, const short *data2, const float *data3,
                       unsigned char *h_out1, float *h_out1Float, short *h_out2, float *h_out2Float, float *h_out3)
{
    if (w < 1 || h < 1 || d < 1 || (long long)w * h > 1 << 30 || (long long)w * h * d > 1 << 30)
        return cudaErrorInvalidValue;
    int n2 = w * h, n3 = w * h * d;

    // bits of the four channels, and how they are to be read
    struct cudaChannelFormatDesc desc1 = { 8, 0, 0, 0, cudaChannelFormatKindUnsigned };
    struct cudaChannelFormatDesc desc2 = { 16, 0, 0, 0, cudaChannelFormatKindSigned };
    struct cudaChannelFormatDesc desc3 = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaArray *cuArray1 = NULL, *cuArray2 = NULL, *cuArray3 = NULL;
    unsigned char *d_out1 = NULL;
    short *d_out2 = NULL;
    float *d_out1Float = NULL, *d_out2Float = NULL, *d_out3 = NULL;
    cudaMallocArray(&cuArray1, &desc1, w, 1);
    cudaMallocArray(&cuArray2, &desc2, w, h);
    cudaMalloc3DArray(&cuArray3, &desc3, make_cudaExtent(w, h, d));
    cudaMalloc((void**)&d_out1, w);
    cudaMalloc((void**)&d_out1Float, w * sizeof(float));
    cudaMalloc((void**)&d_out2, n2 * sizeof(short));
    cudaMalloc((void**)&d_out2Float, n2 * sizeof(float));
    cudaMalloc((void**)&d_out3, n3 * sizeof(float));
    cudaError_t err = cudaGetLastError();

    if (err == cudaSuccess) {
        cudaMemcpyToArray(cuArray1, 0, 0, data1, w, cudaMemcpyHostToDevice);
        cudaMemcpyToArray(cuArray2, 0, 0, data2, n2 * sizeof(short), cudaMemcpyHostToDevice);
        cudaMemcpy3DParms copy;
        memset(&copy, 0, sizeof copy);
        copy.srcPtr = make_cudaPitchedPtr((void*)data3, w * sizeof(float), w, h);
        copy.dstArray = cuArray3;
        copy.extent = make_cudaExtent(w, h, d);
        copy.kind = cudaMemcpyHostToDevice;
        cudaMemcpy3D(&copy);

        cudaBindTextureToArray(g_TexRef1, cuArray1, desc1);
        cudaBindTextureToArray(g_TexRef1Float, cuArray1, desc1);
        cudaBindTextureToArray(g_TexRef2, cuArray2, desc2);
        cudaBindTextureToArray(g_TexRef2Float, cuArray2, desc2);
        cudaBindTextureToArray(g_TexRef3, cuArray3, desc3);
        err = cudaGetLastError();
    }
    if (err == cudaSuccess) {
        read1<<<BLOCKS(w, 256), 256>>>(w, d_out1, d_out1Float);
        read2<<<dim3(BLOCKS(w, 16), BLOCKS(h, 16)), dim3(16, 16)>>>(w, h, d_out2, d_out2Float);
        read3<<<dim3(BLOCKS(w, 8), BLOCKS(h, 8), BLOCKS(d, 4)), dim3(8, 8, 4)>>>(w, h, d, d_out3);

        cudaMemcpy(h_out1, d_out1, w, cudaMemcpyDeviceToHost);
        cudaMemcpy(h_out1Float, d_out1Float, w * sizeof(float), cudaMemcpyDeviceToHost);
        cudaMemcpy(h_out2, d_out2, n2 * sizeof(short), cudaMemcpyDeviceToHost);
        cudaMemcpy(h_out2Float, d_out2Float, n2 * sizeof(float), cudaMemcpyDeviceToHost);
        cudaMemcpy(h_out3, d_out3, n3 * sizeof(float), cudaMemcpyDeviceToHost);

        cudaUnbindTexture(g_TexRef1);
        cudaUnbindTexture(g_TexRef1Float);
        cudaUnbindTexture(g_TexRef2);
        cudaUnbindTexture(g_TexRef2Float);
        cudaUnbindTexture(g_TexRef3);
        err = cudaGetLastError();
    }
    cudaFreeArray(cuArray1);
    cudaFreeArray(cuArray2);
    cudaFreeArray(cuArray3);
    cudaFree(d_out1);
    cudaFree(d_out1Float);
    cudaFree(d_out2);
    cudaFree(d_out2Float);
    cudaFree(d_out3);
    return err;
}

int main()
{
    const int w = 3, h = 2, d = 2;
    unsigned char data1[w] = { 0, 51, 255 }, out1[w];
    short data2[w * h] = { -32768, -32767, -1, 0, 1, 32767 }, out2[w * h];
    float data3[w * h * d], out1Float[w], out2Float[w * h], out3[w * h * d];
    for (int i = 0; i < w * h * d; i++)
        data3[i] = i * 0.25f;

    cudaError_t err = read_modes(w, h, d, data1, data2, data3, out1, out1Float, out2, out2Float, out3);
    if (err != cudaSuccess) {
        fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    for (int i = 0; i < w; i++)
        printf("unsigned char, 1: %d %f\n", out1[i], out1Float[i]);
    for (int i = 0; i < w * h; i++)
        printf("short, 2: %d %f\n", out2[i], out2Float[i]);
    for (int i = 0; i < w * h * d; i++)
        printf("float, 3: %f\n", out3[i]);
    return 0;
}
