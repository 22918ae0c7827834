// A one-dimensional texture bound to linear memory: every thread reads one texel and writes it back where it came from.
//
// Source:  K, chapter 8, "Примеры использования одномерной текстуры", the second
// Modern:  modern/texture/linear_1d.cu
// Note:    migration-notes/linear_texture.md, migration-notes/texture_reference.md,
//          migration-notes/device_properties.md
// Domain:  1 <= N <= the device's cudaDeviceProp::maxTexture1DLinear
// Defects: kept: the kernel writes to the memory that it reads through the texture; harmless here, as each thread
//          writes what is there already. Mended: the check's condition was i << N, so that it never ran (and shifted
//          by more bits than there are); checkCUDAError ended the program, here it returns the error; d_a was never
//          freed; a failed allocation was noticed only at the bind; main ended without a return; the document's text
//          has lost what stood between < and >: the names of two headers, the arguments of texture and of the launch.
//          Ours: a device that has too short textures is told by name
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

cudaError_t checkCUDAError(const char *msg)
{
    cudaError_t err = cudaGetLastError();
    if (cudaSuccess != err)
        fprintf(stderr, "Cuda error: %s: %s.\n", msg, cudaGetErrorString(err));
    return err;
}

texture<float, 1, cudaReadModeElementType> texRef;

__global__ void kernel(int n, float *d_out)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        d_out[idx] = tex1Dfetch(texRef, idx);
}

#define NUM_THREADS 256

// The middle of the document's main: data through a texture to h_out, N elements each.
cudaError_t linear_1d(int N, const float *data, float *h_out)
{
    int dev = 0;
    cudaDeviceProp prop;
    cudaGetDevice(&dev);
    cudaError_t err = cudaGetDeviceProperties(&prop, dev);
    if (err != cudaSuccess) return checkCUDAError("cudaGetDeviceProperties");
    if (N > prop.maxTexture1DLinear)
        fprintf(stderr, "linear_1d: %d elements, but the device says %d texels at most for linear memory\n", N,
                prop.maxTexture1DLinear);
    if (N < 1 || N > prop.maxTexture1DLinear) return cudaErrorInvalidValue;
    int nBlocks = N / NUM_THREADS + ((N % NUM_THREADS) ? 1 : 0);
    size_t memSize = N * sizeof(float);

    float *d_a;
    err = cudaMalloc((void **)&d_a, memSize);
    if (err != cudaSuccess) return checkCUDAError("cudaMalloc");
    cudaMemcpy(d_a, data, memSize, cudaMemcpyHostToDevice);
    cudaBindTexture(0, texRef, d_a, memSize);
    err = checkCUDAError("bind");

    if (err == cudaSuccess) {
        kernel<<<nBlocks, NUM_THREADS>>>(N, d_a);

        cudaMemcpy(h_out, d_a, memSize, cudaMemcpyDeviceToHost);
        err = checkCUDAError("cudaMemcpy");
    }

    cudaUnbindTexture(texRef);
    cudaError_t unbound = checkCUDAError("cudaUnbindTexture");
    cudaFree(d_a);
    return err != cudaSuccess ? err : unbound;
}

int main()
{
    int N = 5000;
    int memSize = N * sizeof(float);
    float *data = (float*)malloc(memSize);
    for (int i = 0; i < N; i++)
        data[i] = float(i);

    float *h_out = (float*)malloc(memSize);
    if (linear_1d(N, data, h_out) != cudaSuccess) return EXIT_FAILURE;

    for (int i = 0; i < N; i++)
        assert(data[i] == h_out[i]);
    printf("Массивы совпали \n"); // the arrays matched
    free(h_out);
    free(data);
    getchar();
    return 0;
}
