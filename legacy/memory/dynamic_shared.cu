// Shared memory whose size is given at the launch, here for two arrays of one block's length.
//
// Source:  K, chapter 7, "Типы памяти. Разделяемая память", the launch of
//          myKernelFunc(float *param1, int *param2)
// Modern:  modern/memory/dynamic_shared.cu
// Note:    migration-notes/dynamic_shared_memory.md, migration-notes/shared_memory_copy.md
// Domain:  1 <= threads <= 1024, n a multiple of threads, not 0, up to 2^31 - 1, the last int
// Defects: mended: the document's text has lost the launch's arguments between <<< and >>>, but for the name of the
//          third one, sharedMemSize; it writes the parameters with their types in the call. It shows the launch only,
//          so ours: what the kernel does (both arrays turned round, block by block, through one piece of shared
//          memory), and the host code
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

__global__ void myKernelFunc(float *param1, int *param2)
{
    extern __shared__ float shared[];
    float *s1 = shared;
    int *s2 = (int *)&shared[blockDim.x];

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s1[threadIdx.x] = param1[i];
    s2[threadIdx.x] = param2[i];

    __syncthreads();

    param1[i] = s1[blockDim.x - 1 - threadIdx.x];
    param2[i] = s2[blockDim.x - 1 - threadIdx.x];
}

// n elements of each, changed in place, in blocks of as many threads.
cudaError_t dynamic_shared(float *h_param1, int *h_param2, int n, int threads)
{
    if (threads < 1 || threads > 1024 || n < 1 || n % threads != 0) return cudaErrorInvalidValue;

    float *param1 = NULL;
    int *param2 = NULL;
    cudaMalloc((void **)&param1, n * sizeof(float));
    cudaMalloc((void **)&param2, n * sizeof(int));
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        cudaFree(param1);
        cudaFree(param2);
        return err;
    }
    cudaMemcpy(param1, h_param1, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(param2, h_param2, n * sizeof(int), cudaMemcpyHostToDevice);

    size_t sharedMemSize = threads * (sizeof(float) + sizeof(int));
    myKernelFunc<<<n / threads, threads, sharedMemSize>>>(param1, param2);

    cudaMemcpy(h_param1, param1, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(h_param2, param2, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(param1);
    cudaFree(param2);
    return cudaGetLastError();
}

int main()
{
    const int n = 1024, threads = 256;
    float param1[n];
    int param2[n];
    for (int i = 0; i < n; i++) {
        param1[i] = 0.5f * i;
        param2[i] = i;
    }

    cudaError_t err = dynamic_shared(param1, param2, n, threads);
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }

    for (int i = 0; i < n; i += threads)
        printf("block %d: %g .. %g, %d .. %d\n", i / threads, param1[i], param1[i + threads - 1],
               param2[i], param2[i + threads - 1]);
    return 0;
}
