// An array in shared memory: each block copies its part of the data there, waits for all of it, and uses it.
//
// Source:  K, chapter 7, "Типы памяти. Разделяемая память", the fragment Kernel(float* data)
// Modern:  modern/memory/shared_copy.cu
// Note:    migration-notes/shared_memory_copy.md
// Domain:  n a multiple of BS, not 0, up to 2^31 - BS, the last one that an int holds
// Defects: mended: the text stores to a[i], i counting through the whole grid: out of bounds in every block but the
//          first; and it writes threadIDx. Not shown there, so ours: what is done with the data (each block writes its
//          part back turned round, so that every thread needs what another one copied), and the host code
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

#define BS 256 // block size

__global__ void Kernel(float* data)
{
    __shared__ float a[BS];
    int i = blockIdx.x * BS + threadIdx.x;
    a[threadIdx.x] = data[i];

    __syncthreads();

    data[i] = a[BS - 1 - threadIdx.x];
}

// n elements, changed in place.
cudaError_t shared_copy(float* h_data, int n)
{
    if (n < 1 || n % BS != 0) return cudaErrorInvalidValue;

    float* data = NULL;
    cudaMalloc((void**)&data, n * sizeof(float));
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) return err;
    cudaMemcpy(data, h_data, n * sizeof(float), cudaMemcpyHostToDevice);

    Kernel<<<n / BS, BS>>>(data);

    cudaMemcpy(h_data, data, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(data);
    return cudaGetLastError();
}

int main()
{
    const int n = 4 * BS;
    float data[n];
    for (int i = 0; i < n; i++)
        data[i] = (float)i;

    cudaError_t err = shared_copy(data, n);
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }

    for (int i = 0; i < n; i += BS)
        printf("block %d: %g .. %g\n", i / BS, data[i], data[i + BS - 1]);
    return 0;
}
