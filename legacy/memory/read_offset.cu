// Sums of two vectors read from an offset on: what misaligned loads cost.
//
// Source:  M, "Example of Misaligned Reads", readSegment.cu
// Modern:  modern/memory/read_offset.cu
// Note:    migration-notes/misaligned_access.md, migration-notes/host_timer.md
// Domain:  1 <= nElem <= 2^30, 0 <= offset <= 2^30, 1 <= blocksize <= 1024. 2^30 is chosen: with twice that for both,
//          i + offset may pass 2^32, and up to it vectors still fit a test
// Defects: kept: the times are a host clock's, launch overhead included. The result is copied back three times and
//          checked three times. atoi takes an argument that is no number for 0. main ends with cudaDeviceReset, though
//          the process ends there anyway. Mended: hostRef and gpuRef were never freed; d_B was filled from h_A, which
//          holds the same numbers; what atoi makes of the arguments was not checked, nor were the allocations; all of C
//          was copied back, with the last elements, which nobody writes. Not shown there, so ours: initialData,
//          sumArraysOnHost, checkResult, seconds, warmup. The document prints each line as soon as its kernel has
//          ended, main here prints both behind the entry function. Its listing has 2^20 elements, as here; its output
//          is of 2^24
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

double seconds()
{
    struct timeval tp;
    gettimeofday(&tp, NULL);
    return (double)tp.tv_sec + (double)tp.tv_usec * 1.e-6;
}

void initialData(float *ip, int size)
{
    for (int i = 0; i < size; i++)
        ip[i] = (float)(rand() & 0xFF) / 100.0f;
}

void sumArraysOnHost(float *A, float *B, float *C, const int n, int offset)
{
    for (int idx = offset, k = 0; idx < n; idx++, k++)
        C[k] = A[idx] + B[idx];
}

void checkResult(float *hostRef, float *gpuRef, const int N)
{
    double epsilon = 1.0E-8;
    for (int i = 0; i < N; i++) {
        if (fabs(hostRef[i] - gpuRef[i]) > epsilon) {
            printf("different on %dth element: host %f gpu %f\n", i, hostRef[i], gpuRef[i]);
            break;
        }
    }
}

__global__ void warmup(float *A, float *B, float *C, const int n, int offset)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int k = i + offset;
    if (k < n) C[i] = A[k] + B[k];
}

__global__ void readOffset(float *A, float *B, float *C, const int n, int offset)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int k = i + offset;
    if (k < n) C[i] = A[k] + B[k];
}

// The middle of the document's main: the first nElem - offset elements of gpuRef, and the seconds of both kernels.
cudaError_t read_offset(float *h_A, float *h_B, float *gpuRef, int nElem, int offset, int blocksize, double *iElaps)
{
    if (nElem < 1 || nElem > 1 << 30 || offset < 0 || offset > 1 << 30 || blocksize < 1 || blocksize > 1024)
        return cudaErrorInvalidValue;
    size_t nBytes = nElem * sizeof(float);

    dim3 block(blocksize, 1);
    dim3 grid((nElem + block.x - 1) / block.x, 1);

    float *d_A = NULL, *d_B = NULL, *d_C = NULL;
    cudaMalloc((float**)&d_A, nBytes);
    cudaMalloc((float**)&d_B, nBytes);
    cudaMalloc((float**)&d_C, nBytes);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        cudaFree(d_A);
        cudaFree(d_B);
        cudaFree(d_C);
        return err;
    }

    cudaMemcpy(d_A, h_A, nBytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_B, h_B, nBytes, cudaMemcpyHostToDevice);

    double iStart = seconds();
    warmup<<<grid, block>>>(d_A, d_B, d_C, nElem, offset);
    cudaDeviceSynchronize();
    iElaps[0] = seconds() - iStart;

    iStart = seconds();
    readOffset<<<grid, block>>>(d_A, d_B, d_C, nElem, offset);
    cudaDeviceSynchronize();
    iElaps[1] = seconds() - iStart;

    if (offset < nElem) {
        cudaMemcpy(gpuRef, d_C, nBytes - offset * sizeof(float), cudaMemcpyDeviceToHost);
        cudaMemcpy(gpuRef, d_C, nBytes - offset * sizeof(float), cudaMemcpyDeviceToHost);
        cudaMemcpy(gpuRef, d_C, nBytes - offset * sizeof(float), cudaMemcpyDeviceToHost);
    }

    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);
    return cudaGetLastError();
}

int main(int argc, char **argv)
{
    int nElem = 1 << 20;
    int blocksize = 512;
    int offset = 0;
    if (argc > 1) offset = atoi(argv[1]);
    if (argc > 2) blocksize = atoi(argv[2]);
    if (offset < 0 || offset >= nElem || blocksize < 1 || blocksize > 1024) {
        fprintf(stderr, "usage: %s [offset from 0 to %d [blocksize from 1 to 1024]]\n", argv[0], nElem - 1);
        return 2;
    }

    int dev = 0;
    cudaDeviceProp deviceProp;
    if (cudaGetDeviceProperties(&deviceProp, dev) != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
        return EXIT_FAILURE;
    }
    printf("%s starting reduction at ", argv[0]);
    printf("device %d: %s ", dev, deviceProp.name);
    cudaSetDevice(dev);

    printf(" with array size %d\n", nElem);
    size_t nBytes = nElem * sizeof(float);
    float *h_A = (float *)malloc(nBytes);
    float *h_B = (float *)malloc(nBytes);
    float *hostRef = (float *)malloc(nBytes);
    float *gpuRef = (float *)malloc(nBytes);

    initialData(h_A, nElem);
    memcpy(h_B, h_A, nBytes);

    sumArraysOnHost(h_A, h_B, hostRef, nElem, offset);

    double iElaps[2];
    cudaError_t err = read_offset(h_A, h_B, gpuRef, nElem, offset, blocksize, iElaps);
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    int gridsize = (nElem + blocksize - 1) / blocksize;
    printf("warmup <<< %4d, %4d >>> offset %4d elapsed %f sec\n", gridsize, blocksize, offset, iElaps[0]);
    printf("readOffset <<< %4d, %4d >>> offset %4d elapsed %f sec\n", gridsize, blocksize, offset, iElaps[1]);

    checkResult(hostRef, gpuRef, nElem - offset);
    checkResult(hostRef, gpuRef, nElem - offset);
    checkResult(hostRef, gpuRef, nElem - offset);

    free(h_A);
    free(h_B);
    free(hostRef);
    free(gpuRef);

    cudaDeviceReset();
    return EXIT_SUCCESS;
}
