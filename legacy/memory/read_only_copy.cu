// A copy whose source is read plainly, with __ldg, and through a pointer that is const and restricted: the last two by
// way of the read-only cache.
//
// Source:  M, "Read-Only Cache"
// Modern:  modern/memory/read_only_copy.cu
// Note:    migration-notes/read_only_cache.md
// Domain:  n a multiple of BLOCK, not 0, up to 2^31 - BLOCK, the last one that an int holds; for __ldg compute
//          capability 3.5 and later
// Defects: kept: no bound is checked, so n has to be a multiple of the block size. Not shown there, so ours: the block
//          size, names of their own for the second and third kernel (all three are copyKernel there), and the host code
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

#define BLOCK 512

__global__ void copyKernel(int *out, int *in)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    out[idx] = in[idx];
}

__global__ void copyKernelLdg(int *out, int *in)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    out[idx] = __ldg(&in[idx]);
}

__global__ void copyKernelRestrict(int * __restrict__ out, const int * __restrict__ in)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    out[idx] = in[idx];
}

// n elements, copied three times.
cudaError_t read_only_copy(const int *h_in, int *h_plain, int *h_ldg, int *h_restrict, int n)
{
    if (n < 1 || n % BLOCK != 0) return cudaErrorInvalidValue;
    size_t nBytes = n * sizeof(int);

    int *in = NULL, *plain = NULL, *ldg = NULL, *restricted = NULL;
    cudaMalloc((void **)&in, nBytes);
    cudaMalloc((void **)&plain, nBytes);
    cudaMalloc((void **)&ldg, nBytes);
    cudaMalloc((void **)&restricted, nBytes);
    cudaError_t err = cudaGetLastError();
    if (err == cudaSuccess) {
        cudaMemcpy(in, h_in, nBytes, cudaMemcpyHostToDevice);

        copyKernel<<<n / BLOCK, BLOCK>>>(plain, in);
        copyKernelLdg<<<n / BLOCK, BLOCK>>>(ldg, in);
        copyKernelRestrict<<<n / BLOCK, BLOCK>>>(restricted, in);

        cudaMemcpy(h_plain, plain, nBytes, cudaMemcpyDeviceToHost);
        cudaMemcpy(h_ldg, ldg, nBytes, cudaMemcpyDeviceToHost);
        cudaMemcpy(h_restrict, restricted, nBytes, cudaMemcpyDeviceToHost);
        err = cudaGetLastError();
    }
    cudaFree(in);
    cudaFree(plain);
    cudaFree(ldg);
    cudaFree(restricted);
    return err;
}

int main()
{
    const int n = 2 * BLOCK;
    int in[n], plain[n], ldg[n], restricted[n];
    for (int i = 0; i < n; i++)
        in[i] = 3 * i;

    cudaError_t err = read_only_copy(in, plain, ldg, restricted, n);
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }

    printf("%d: %d %d %d\n", in[n - 1], plain[n - 1], ldg[n - 1], restricted[n - 1]);
    return 0;
}
