// A one-dimensional texture object of linear memory: every thread reads one texel, and writes it somewhere else.
//
// Source:  K, chapter 8, "Примеры использования одномерной текстуры", the second
// Legacy:  legacy/texture/linear_1d.cu
// Changes: 1. texture reference -> texture object, a kernel argument  2. cudaBindTexture -> cudaResourceTypeLinear
//          3. the kernel writes to memory of its own, not to what it reads through the texture
//          4. cudaDeviceProp::maxTexture1DLinear -> cudaDeviceGetTexture1DLinearMaxWidth, which knows the texels' type
//          5. assert -> an error and its exit status: NDEBUG turns off an assert
//          6. checkCUDAError after several calls -> check() of each; memory and texture freed by their owners, malloc,
//          free -> std::vector  7. no getchar
// Note:    migration-notes/linear_texture.md, migration-notes/texture_reference.md,
//          migration-notes/device_properties.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdexcept>
#include <vector>

#include "../support/cuda.hpp" // check(), and the owners device_memory, texture_object

__global__ void kernel(cudaTextureObject_t tex, int n, float *d_out)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        d_out[idx] = tex1Dfetch<float>(tex, idx);
}

#define NUM_THREADS 256

// The middle of the document's main: data through a texture to h_out, N elements each.
void linear_1d(int N, const float *data, float *h_out)
{
    int dev = 0;
    size_t maxTexture1DLinear;
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc<float>();
    check(cudaGetDevice(&dev));
    check(cudaDeviceGetTexture1DLinearMaxWidth(&maxTexture1DLinear, &channelDesc, dev));
    if (size_t(N) > maxTexture1DLinear) {
        fprintf(stderr, "linear_1d: %d elements, but the device says %zu texels at most for linear memory\n", N,
                maxTexture1DLinear);
        throw std::length_error{"linear_1d: longer than a texture"};
    }
    if (N == 0) return;
    int nBlocks = N / NUM_THREADS + ((N % NUM_THREADS) ? 1 : 0);
    size_t memSize = N * sizeof(float);

    device_memory<float> d_a, d_out;
    check(cudaMalloc(d_a.out(), memSize));
    check(cudaMalloc(d_out.out(), memSize));
    check(cudaMemcpy(d_a, data, memSize, cudaMemcpyHostToDevice));

    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d_a;
    resource.res.linear.desc = channelDesc;
    resource.res.linear.sizeInBytes = memSize;
    cudaTextureDesc texDesc{}; // linear memory knows no address mode and no filter
    texDesc.readMode = cudaReadModeElementType;
    texture_object tex;
    check(cudaCreateTextureObject(tex.out(), &resource, &texDesc, nullptr));

    kernel<<<nBlocks, NUM_THREADS>>>(tex, N, d_out);
    check(cudaGetLastError());

    check(cudaMemcpy(h_out, d_out, memSize, cudaMemcpyDeviceToHost));
}

int main()
try {
    int N = 5000;
    std::vector<float> data(N);
    for (int i = 0; i < N; i++)
        data[i] = float(i);

    std::vector<float> h_out(N);
    linear_1d(N, data.data(), h_out.data());

    for (int i = 0; i < N; i++)
        if (data[i] != h_out[i]) {
            fprintf(stderr, "different on %dth element: %f, not %f\n", i, h_out[i], data[i]);
            return EXIT_FAILURE;
        }
    printf("Массивы совпали \n"); // the arrays matched
} catch (const std::exception& error) {
    return failed(error);
}
