// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches of #if with textures in them. --fix=textures changes all of them, and the program is built with each.
#include <stdio.h>

#ifndef ROWS
#define ROWS 1 // 0: global memory, 1: linear memory, 2: an array
#endif

#if ROWS == 2
texture<float, 2, cudaReadModeElementType> t;
#else
texture<float> t;
#endif
texture<int> weights;

#define FACTOR 2

const int n = 32;

__device__ float at(const float* data, int i)
{
#if ROWS == 0
    return data[i];
#elif ROWS == 1
    return tex1Dfetch(t, i);
#else
    return tex2D(t, i + 0.5f, 0.5f);
#endif
}

#ifdef WEIGHTED
__device__ float weight(int i) { return tex1Dfetch(weights, i) * 0.25f; }
#endif

__global__ void sum(const float* data, float* out)
{
    int i = threadIdx.x;
    float value = at(data, i);
#ifdef WEIGHTED
    value *= weight(i);
#endif
    out[i] = FACTOR * value;
}

int main()
{
    float values[n], *data, *out;
    int integers[n], *small;
    for (int i = 0; i < n; i++) {
        values[i] = i * 1.5f - 7;
        integers[i] = i * 3 - 20;
    }
    cudaMalloc((void**)&data, sizeof values);
    cudaMalloc((void**)&out, sizeof values);
    cudaMalloc((void**)&small, sizeof integers);
    cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(small, integers, sizeof integers, cudaMemcpyHostToDevice);
    cudaArray* array = 0;
#if ROWS == 1
    cudaBindTexture(0, t, data, sizeof values);
#endif
#if ROWS == 2
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &desc, n, 1);
    cudaMemcpy2DToArray(array, 0, 0, values, sizeof values, sizeof values, 1, cudaMemcpyHostToDevice);
    cudaBindTextureToArray(t, array);
#endif
    cudaBindTexture(0, weights, small, sizeof integers);
    sum<<<1, n>>>(data, out);
    cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%d: %.9g\n", i, values[i]);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(data);
    cudaFree(out);
    cudaFree(small);
    if (array) cudaFreeArray(array);
    return 0;
}
