// Arithmetic on a structure of arrays: each member of all elements in a row.
//
// Source:  M, "Array of Structure versus Structure of Arrays" and "Simple Math with the SoA Data Layout",
//          simpleMathSoA.cu
// Modern:  modern/memory/structure_of_arrays.cu
// Note:    migration-notes/structure_layout.md, migration-notes/host_timer.md
// Domain:  1 <= nElem <= LEN, 1 <= blocksize <= 1024
// Defects: kept: LEN has no parentheses, which is harmless as long as it stands alone, as here; the length is part of
//          the type; the times are a host clock's. atoi reads the argument, and as much of it as is a number. main ends
//          with cudaDeviceReset, though the process ends there anyway. Mended: what atoi makes of it was not checked,
//          nor were the allocations. The document shows moa, the kernel and the allocations; main is that of its array
//          of structures, the rest is ours, and so is that main prints and checks behind the entry function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#define LEN 1<<20

// The layout as the document declares it first: all x, then all y. Its kernel takes an InnerArray, of the other length.
const int N = 1024;
struct innerArray {
    float x[N];
    float y[N];
};
struct innerArray moa;

struct InnerArray {
    float x[LEN];
    float y[LEN];
};

double seconds()
{
    struct timeval tp;
    gettimeofday(&tp, NULL);
    return (double)tp.tv_sec + (double)tp.tv_usec * 1.e-6;
}

void initialInnerArray(InnerArray *ip, int size)
{
    for (int i = 0; i < size; i++) {
        ip->x[i] = (float)(rand() & 0xFF) / 100.0f;
        ip->y[i] = (float)(rand() & 0xFF) / 100.0f;
    }
    return;
}

void testInnerArrayHost(InnerArray *A, InnerArray *C, const int n)
{
    for (int idx = 0; idx < n; idx++) {
        C->x[idx] = A->x[idx] + 10.f;
        C->y[idx] = A->y[idx] + 20.f;
    }
    return;
}

void checkInnerArray(InnerArray *hostRef, InnerArray *gpuRef, const int N)
{
    double epsilon = 1.0E-8;
    for (int i = 0; i < N; i++) {
        if (fabs(hostRef->x[i] - gpuRef->x[i]) > epsilon || fabs(hostRef->y[i] - gpuRef->y[i]) > epsilon) {
            printf("different on %dth element: host %f %f gpu %f %f\n", i,
                   hostRef->x[i], hostRef->y[i], gpuRef->x[i], gpuRef->y[i]);
            break;
        }
    }
}

__global__ void warmup(InnerArray *data, InnerArray *result, const int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float tmpx = data->x[i];
        float tmpy = data->y[i];
        tmpx += 10.f;
        tmpy += 20.f;
        result->x[i] = tmpx;
        result->y[i] = tmpy;
    }
}

__global__ void testInnerArray(InnerArray *data, InnerArray *result, const int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float tmpx = data->x[i];
        float tmpy = data->y[i];
        tmpx += 10.f;
        tmpy += 20.f;
        result->x[i] = tmpx;
        result->y[i] = tmpy;
    }
}

// The middle of the document's main: the first nElem elements of each array of both kernels' results, and the seconds
// of both. The document has gpuRef for both, as it checks the first one in between.
cudaError_t structure_of_arrays(InnerArray *h_A, InnerArray *warmRef, InnerArray *gpuRef, int nElem, int blocksize,
                                double *iElaps)
{
    if (nElem < 1 || nElem > LEN || blocksize < 1 || blocksize > 1024) return cudaErrorInvalidValue;
    size_t nBytes = sizeof(InnerArray);

    InnerArray *d_A = NULL, *d_C = NULL;
    cudaMalloc((InnerArray**)&d_A, nBytes);
    cudaMalloc((InnerArray**)&d_C, nBytes);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        cudaFree(d_A);
        cudaFree(d_C);
        return err;
    }

    cudaMemcpy(d_A, h_A, nBytes, cudaMemcpyHostToDevice);

    dim3 block(blocksize, 1);
    dim3 grid((nElem + block.x - 1) / block.x, 1);

    double iStart = seconds();
    warmup<<<grid, block>>>(d_A, d_C, nElem);
    cudaDeviceSynchronize();
    iElaps[0] = seconds() - iStart;
    cudaMemcpy(warmRef->x, d_C->x, nElem * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(warmRef->y, d_C->y, nElem * sizeof(float), cudaMemcpyDeviceToHost);

    iStart = seconds();
    testInnerArray<<<grid, block>>>(d_A, d_C, nElem);
    cudaDeviceSynchronize();
    iElaps[1] = seconds() - iStart;
    cudaMemcpy(gpuRef->x, d_C->x, nElem * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(gpuRef->y, d_C->y, nElem * sizeof(float), cudaMemcpyDeviceToHost);

    cudaFree(d_A);
    cudaFree(d_C);
    return cudaGetLastError();
}

int main(int argc, char **argv)
{
    int blocksize = 128;
    if (argc > 1) blocksize = atoi(argv[1]);
    if (blocksize < 1 || blocksize > 1024) {
        fprintf(stderr, "usage: %s [blocksize from 1 to 1024]\n", argv[0]);
        return 2;
    }

    int dev = 0;
    cudaDeviceProp deviceProp;
    if (cudaGetDeviceProperties(&deviceProp, dev) != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
        return EXIT_FAILURE;
    }
    printf("%s test array of struct at ", argv[0]);
    printf("device %d: %s \n", dev, deviceProp.name);
    cudaSetDevice(dev);

    int nElem = LEN;
    size_t nBytes = sizeof(InnerArray);
    InnerArray *h_A = (InnerArray *)malloc(nBytes);
    InnerArray *hostRef = (InnerArray *)malloc(nBytes);
    InnerArray *warmRef = (InnerArray *)malloc(nBytes);
    InnerArray *gpuRef = (InnerArray *)malloc(nBytes);

    initialInnerArray(h_A, nElem);
    testInnerArrayHost(h_A, hostRef, nElem);

    double iElaps[2];
    cudaError_t err = structure_of_arrays(h_A, warmRef, gpuRef, nElem, blocksize, iElaps);
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    int gridsize = (nElem + blocksize - 1) / blocksize;
    printf("warmup <<< %3d, %3d >>> elapsed %f sec\n", gridsize, blocksize, iElaps[0]);
    checkInnerArray(hostRef, warmRef, nElem);
    printf("innerArray <<< %3d, %3d >>> elapsed %f sec\n", gridsize, blocksize, iElaps[1]);
    checkInnerArray(hostRef, gpuRef, nElem);

    free(h_A);
    free(hostRef);
    free(warmRef);
    free(gpuRef);

    cudaDeviceReset();
    return EXIT_SUCCESS;
}
