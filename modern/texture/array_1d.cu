// A one-dimensional texture object of a CUDA array: every thread reads one texel.
//
// Source:  K, chapter 8, "Примеры использования одномерной текстуры", the first
// Legacy:  legacy/texture/array_1d.cu
// Changes: 1. texture reference -> texture object, a kernel argument  2. its attributes, set after the bind -> a
//          cudaTextureDesc, complete before the object is made  3. cudaMemcpyToArray -> cudaMemcpy2DToArray
//          4. every call checked; memory, array and texture freed by their owners, malloc, free -> std::vector
//          5. no getchar
// Note:    migration-notes/texture_reference.md, migration-notes/memcpy_to_array.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <vector>

#include "../support/cuda.hpp" // check(), and the owners device_memory, device_array, texture_object

__global__ void readTexels(cudaTextureObject_t tex, int n, float *d_out)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        float x = tex1D<float>(tex, float(idx));
        d_out[idx] = x;
    }
}

#define NUM_THREADS 256

// The middle of the document's main: data through a texture to h_out, N elements each.
void array_1d(int N, const float *data, float *h_out)
{
    if (N == 0) return;
    int nBlocks = N / NUM_THREADS + ((N % NUM_THREADS) ? 1 : 0);
    device_memory<float> d_out;
    check(cudaMalloc(d_out.out(), sizeof(float) * N));

    device_array cuArray;
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc<float>();
    check(cudaMallocArray(cuArray.out(), &channelDesc, N, 1));
    check(cudaMemcpy2DToArray(cuArray, 0, 0, data, sizeof(float) * N, sizeof(float) * N, 1, cudaMemcpyHostToDevice));

    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = cuArray;
    cudaTextureDesc texDesc{};
    texDesc.addressMode[0] = cudaAddressModeClamp; // as a reference began; a zeroed descriptor says wrap
    texDesc.normalizedCoords = false;
    texDesc.filterMode = cudaFilterModePoint;
    texDesc.readMode = cudaReadModeElementType;
    texture_object tex;
    check(cudaCreateTextureObject(tex.out(), &resource, &texDesc, nullptr));

    readTexels<<<nBlocks, NUM_THREADS>>>(tex, N, d_out);
    check(cudaGetLastError());

    check(cudaMemcpy(h_out, d_out, sizeof(float) * N, cudaMemcpyDeviceToHost));
}

int main()
try {
    int N = 10;
    std::vector<float> h_out(N), data(N);
    for (int i = 0; i < N; i++)
        data[i] = float(2 * i);

    array_1d(N, data.data(), h_out.data());

    for (int i = 0; i < N; i++)
        printf("%f\n", h_out[i]);
} catch (const std::exception& error) {
    return failed(error);
}
