// Arithmetic on an array of structures: the members of one element lie side by side.
//
// Source:  M, "Array of Structure versus Structure of Arrays" and "Simple Math with the AoS Data Layout",
//          simpleMathAoS.cu
// Modern:  modern/memory/array_of_structures.cu
// Note:    migration-notes/structure_layout.md, migration-notes/host_timer.md
// Domain:  1 <= nElem <= 2^31 - 1, the last int, 1 <= blocksize <= 1024
// Defects: kept: a structure aligned to 4 bytes is loaded member by member, so that each load uses half of what it
//          moves; LEN has no parentheses, which is harmless as long as it stands alone; the times are a host clock's.
//          atoi reads the argument, and as much of it as is a number. main ends with cudaDeviceReset, though the
//          process ends there anyway. Mended: what atoi makes of it was not checked, nor were the allocations. Not
//          shown there, so ours: N, testInnerStructHost, checkInnerStruct, seconds, warmup. The document prints and
//          checks behind each kernel, main here behind the entry function, in the same order
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#define LEN 1<<20

struct innerStruct {
    float x;
    float y;
};

// The layout as the document declares it first: each x beside its y. main allocates its arrays instead.
const int N = 1024;
struct innerStruct myAoS[N];

double seconds()
{
    struct timeval tp;
    gettimeofday(&tp, NULL);
    return (double)tp.tv_sec + (double)tp.tv_usec * 1.e-6;
}

void initialInnerStruct(innerStruct *ip, int size)
{
    for (int i = 0; i < size; i++) {
        ip[i].x = (float)(rand() & 0xFF) / 100.0f;
        ip[i].y = (float)(rand() & 0xFF) / 100.0f;
    }
    return;
}

void testInnerStructHost(innerStruct *A, innerStruct *C, const int n)
{
    for (int idx = 0; idx < n; idx++) {
        C[idx].x = A[idx].x + 10.f;
        C[idx].y = A[idx].y + 20.f;
    }
    return;
}

void checkInnerStruct(innerStruct *hostRef, innerStruct *gpuRef, const int N)
{
    double epsilon = 1.0E-8;
    for (int i = 0; i < N; i++) {
        if (fabs(hostRef[i].x - gpuRef[i].x) > epsilon || fabs(hostRef[i].y - gpuRef[i].y) > epsilon) {
            printf("different on %dth element: host %f %f gpu %f %f\n", i,
                   hostRef[i].x, hostRef[i].y, gpuRef[i].x, gpuRef[i].y);
            break;
        }
    }
}

__global__ void warmup(innerStruct *data, innerStruct *result, const int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        innerStruct tmp = data[i];
        tmp.x += 10.f;
        tmp.y += 20.f;
        result[i] = tmp;
    }
}

__global__ void testInnerStruct(innerStruct *data, innerStruct *result, const int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        innerStruct tmp = data[i];
        tmp.x += 10.f;
        tmp.y += 20.f;
        result[i] = tmp;
    }
}

// The middle of the document's main: nElem elements of both kernels' results, and the seconds of both. The document has
// gpuRef for both, as it checks the first one in between.
cudaError_t array_of_structures(innerStruct *h_A, innerStruct *warmRef, innerStruct *gpuRef, int nElem, int blocksize,
                                double *iElaps)
{
    if (nElem < 1 || blocksize < 1 || blocksize > 1024) return cudaErrorInvalidValue;
    size_t nBytes = nElem * sizeof(innerStruct);

    innerStruct *d_A = NULL, *d_C = NULL;
    cudaMalloc((innerStruct**)&d_A, nBytes);
    cudaMalloc((innerStruct**)&d_C, nBytes);
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
    cudaMemcpy(warmRef, d_C, nBytes, cudaMemcpyDeviceToHost);

    iStart = seconds();
    testInnerStruct<<<grid, block>>>(d_A, d_C, nElem);
    cudaDeviceSynchronize();
    iElaps[1] = seconds() - iStart;
    cudaMemcpy(gpuRef, d_C, nBytes, cudaMemcpyDeviceToHost);

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
    printf("%s test struct of array at ", argv[0]);
    printf("device %d: %s \n", dev, deviceProp.name);
    cudaSetDevice(dev);

    int nElem = LEN;
    size_t nBytes = nElem * sizeof(innerStruct);
    innerStruct *h_A = (innerStruct *)malloc(nBytes);
    innerStruct *hostRef = (innerStruct *)malloc(nBytes);
    innerStruct *warmRef = (innerStruct *)malloc(nBytes);
    innerStruct *gpuRef = (innerStruct *)malloc(nBytes);

    initialInnerStruct(h_A, nElem);
    testInnerStructHost(h_A, hostRef, nElem);

    double iElaps[2];
    cudaError_t err = array_of_structures(h_A, warmRef, gpuRef, nElem, blocksize, iElaps);
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    int gridsize = (nElem + blocksize - 1) / blocksize;
    printf("warmup <<< %3d, %3d >>> elapsed %f sec\n", gridsize, blocksize, iElaps[0]);
    checkInnerStruct(hostRef, warmRef, nElem);
    printf("innerstruct <<< %3d, %3d >>> elapsed %f sec\n", gridsize, blocksize, iElaps[1]);
    checkInnerStruct(hostRef, gpuRef, nElem);

    free(h_A);
    free(hostRef);
    free(warmRef);
    free(gpuRef);

    cudaDeviceReset();
    return EXIT_SUCCESS;
}
