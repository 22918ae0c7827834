// Sums of two vectors read from an offset on, four elements to a thread: more loads under way.
//
// Source:  M, "Unrolling Techniques" and "Exposing More Parallelism", readSegmentUnroll.cu
// Modern:  modern/memory/read_offset_unroll4.cu
// Note:    migration-notes/manual_unrolling.md, migration-notes/host_timer.md, migration-notes/misaligned_access.md
// Domain:  4 * blocksize <= nElem <= 2^30, 0 <= offset <= 2^30, 1 <= blocksize <= 1024; 2^30 is chosen, as for the
//          misaligned reads. Right on the elements that are computed; others are 0 (see Defects)
// Defects: kept: a thread computes all four of its elements or none, so that some are left out wherever offset is not 0
//          or nElem no multiple of 4 * blocksize; the four pairs of loads are not under way together, as C might be A
//          or B, and no load may move before a store above it; the times are a host clock's. The result is copied back
//          three times and checked three times. atoi takes an argument that is no number for 0. main ends with
//          cudaDeviceReset, though the process ends there anyway. Mended: the first of the four lines had lost its
//          "+ B[k];"; C is cleared between the kernels, or the warm-up's sums would hide what is left out; hostRef and
//          gpuRef were never freed; d_B was filled from h_A, which holds the same numbers; what atoi makes of the
//          arguments was not checked, nor were the allocations; all of C was copied back, with the last elements, which
//          nobody writes. Main is that of the document's misaligned reads, but that it prints both lines behind the
//          entry function; the rest is ours. The document's output without a size is of 2^24 elements, here it is of
//          2^20. Its figures are those of a kernel that did a quarter of the work: see the note
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

__global__ void readOffsetUnroll4(float *A, float *B, float *C, const int n, int offset)
{
    unsigned int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    unsigned int k = i + offset;
    if (k + 3 * blockDim.x < n) {
        C[i] = A[k] + B[k];
        C[i + blockDim.x] = A[k + blockDim.x] + B[k + blockDim.x];
        C[i + 2 * blockDim.x] = A[k + 2 * blockDim.x] + B[k + 2 * blockDim.x];
        C[i + 3 * blockDim.x] = A[k + 3 * blockDim.x] + B[k + 3 * blockDim.x];
    }
}

// The middle of the document's main: the first nElem - offset elements of gpuRef, and the seconds of both kernels.
cudaError_t read_offset_unroll4(float *h_A, float *h_B, float *gpuRef, int nElem, int offset, int blocksize,
                                double *iElaps)
{
    if (offset < 0 || offset > 1 << 30 || blocksize < 1 || blocksize > 1024 || nElem < 4 * blocksize || nElem > 1 << 30)
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

    cudaMemset(d_C, 0, nBytes);
    cudaDeviceSynchronize(); // or the next time would be the memset's, too
    iStart = seconds();
    readOffsetUnroll4<<<grid.x / 4, block>>>(d_A, d_B, d_C, nElem, offset);
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
    int blocksize = 512;
    int offset = 0;
    int power = 20;
    if (argc > 1) offset = atoi(argv[1]);
    if (argc > 2) blocksize = atoi(argv[2]);
    if (argc > 3) power = atoi(argv[3]);
    if (power < 0 || power > 30 || offset < 0 || offset >= 1 << power || blocksize < 1 ||
        blocksize > 1024 || 1 << power < 4 * blocksize) {
        fprintf(stderr, "usage: %s [offset below the size [blocksize from 1 to 1024, a quarter of the size at most "
                "[log2 of the size, up to 30]]]\n", argv[0]);
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

    int nElem = 1 << power;
    printf(" with array size %d\n", nElem);
    size_t nBytes = nElem * sizeof(float);
    float *h_A = (float *)malloc(nBytes);
    float *h_B = (float *)malloc(nBytes);
    float *hostRef = (float *)malloc(nBytes);
    float *gpuRef = (float *)malloc(nBytes);
    if (!h_A || !h_B || !hostRef || !gpuRef) { // 4 GiB each, with the largest size
        fprintf(stderr, "out of memory\n");
        return EXIT_FAILURE;
    }

    initialData(h_A, nElem);
    memcpy(h_B, h_A, nBytes);

    sumArraysOnHost(h_A, h_B, hostRef, nElem, offset);

    double iElaps[2];
    cudaError_t err = read_offset_unroll4(h_A, h_B, gpuRef, nElem, offset, blocksize, iElaps);
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    int gridsize = (nElem + blocksize - 1) / blocksize;
    printf("warmup <<< %4d, %4d >>> offset %4d elapsed %f sec\n", gridsize, blocksize, offset, iElaps[0]);
    printf("unroll4 <<< %4d, %4d >>> offset %4d elapsed %f sec\n", gridsize / 4, blocksize, offset, iElaps[1]);

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
