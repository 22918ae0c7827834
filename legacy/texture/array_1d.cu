// A one-dimensional texture bound to a CUDA array: every thread reads one texel.
//
// Source:  K, chapter 8, "Примеры использования одномерной текстуры", the first
// Modern:  modern/texture/array_1d.cu
// Note:    migration-notes/texture_reference.md, migration-notes/memcpy_to_array.md
// Domain:  1 <= N <= the device's cudaDeviceProp::maxTexture1D
// Defects: kept: the attributes are set after the bind (they still count: attributes are read at the launch),
//          the texture is unbound after its array is freed. Mended: data was never freed,
//          a failed allocation not noticed; main ended without a return; the document's text has lost what stood
//          between < and >: the name of a header, the arguments of texture and of the launch
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <stdio.h>
#include <stdlib.h>

texture<float, 1, cudaReadModeElementType> texRef;

__global__ void readTexels(int n, float *d_out)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        float x = tex1D(texRef, float(idx));
        d_out[idx] = x;
    }
}

#define NUM_THREADS 256

// The middle of the document's main: data through a texture to h_out, N elements each.
cudaError_t array_1d(int N, const float *data, float *h_out)
{
    if (N < 1) return cudaErrorInvalidValue;
    int nBlocks = N / NUM_THREADS + ((N % NUM_THREADS) ? 1 : 0);
    float *d_out = NULL;
    cudaMalloc((void**)&d_out, sizeof(float) * N);

    cudaArray* cuArray = NULL;
    cudaMallocArray(&cuArray, &texRef.channelDesc, N, 1);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        cudaFree(d_out);
        cudaFreeArray(cuArray);
        return err;
    }
    cudaMemcpyToArray(cuArray, 0, 0, data, sizeof(float) * N, cudaMemcpyHostToDevice);

    cudaBindTextureToArray(texRef, cuArray);
    texRef.normalized = false;
    texRef.filterMode = cudaFilterModePoint;

    readTexels<<<nBlocks, NUM_THREADS>>>(N, d_out);

    cudaMemcpy(h_out, d_out, sizeof(float) * N, cudaMemcpyDeviceToHost);

    cudaFree(d_out);
    cudaFreeArray(cuArray);
    cudaUnbindTexture(texRef);
    return cudaGetLastError();
}

int main()
{
    int N = 10;
    float *h_out = (float*)malloc(sizeof(float) * N);
    float *data = (float*)malloc(N * sizeof(float));
    for (int i = 0; i < N; i++)
        data[i] = float(2 * i);

    cudaError_t err = array_1d(N, data, h_out);
    if (err != cudaSuccess) {
        fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }

    for (int i = 0; i < N; i++)
        printf("%f\n", h_out[i]);
    free(h_out);
    free(data);
    getchar();
    return 0;
}
