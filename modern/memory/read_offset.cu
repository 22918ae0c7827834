// Sums of two vectors read from an offset on: what misaligned loads cost.
//
// Source:  M, "Example of Misaligned Reads", readSegment.cu
// Legacy:  legacy/memory/read_offset.cu
// Changes: 1. host clock -> CUDA events: milliseconds of the kernel alone  2. nothing between the two kernels -> a
//          cudaMemset, so that the second one's result is its own  3. every call and launch checked, memory and events
//          freed by their owners  4. int -> std::size_t  5. one copy back and one check of it, which decides the exit
//          status and refuses a NaN; no cudaDeviceReset  6. atoi -> checked arguments
// Note:    migration-notes/misaligned_access.md, migration-notes/host_timer.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>
#include <stdio.h>
#include <vector>

#include "../support/arguments.hpp" // argument_or(), at_most_arguments()
#include "../support/cuda.hpp"      // check(), and the owners: device_memory, event
#include "../support/launch.hpp"    // grid_of()

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

bool checkResult(float *hostRef, float *gpuRef, const int N)
{
    double epsilon = 1.0E-8;
    for (int i = 0; i < N; i++) {
        if (!(fabs(hostRef[i] - gpuRef[i]) <= epsilon)) {
            printf("different on %dth element: host %f gpu %f\n", i, hostRef[i], gpuRef[i]);
            return false;
        }
    }
    return true;
}

__global__ void warmup(float *A, float *B, float *C, const std::size_t n, std::size_t offset)
{
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    std::size_t k = i + offset;
    if (k < n) C[i] = A[k] + B[k];
}

__global__ void readOffset(float *A, float *B, float *C, const std::size_t n, std::size_t offset)
{
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    std::size_t k = i + offset;
    if (k < n) C[i] = A[k] + B[k];
}

// The middle of the document's main: the first nElem - offset elements of gpuRef, and the milliseconds of both kernels.
void read_offset(const float *h_A, const float *h_B, float *gpuRef, std::size_t nElem, std::size_t offset,
                 unsigned blocksize, float *iElaps)
{
    if (blocksize < 1) throw std::invalid_argument{"read_offset: empty block"};
    iElaps[0] = iElaps[1] = 0;
    if (offset >= nElem) return;
    size_t nBytes = nElem * sizeof(float);

    dim3 block(blocksize, 1);
    dim3 grid(grid_of(nElem, block.x), 1);

    device_memory<float> d_A, d_B, d_C;
    check(cudaMalloc(d_A.out(), nBytes));
    check(cudaMalloc(d_B.out(), nBytes));
    check(cudaMalloc(d_C.out(), nBytes));

    check(cudaMemcpy(d_A, h_A, nBytes, cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_B, h_B, nBytes, cudaMemcpyHostToDevice));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));

    check(cudaEventRecord(start));
    warmup<<<grid, block>>>(d_A, d_B, d_C, nElem, offset);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&iElaps[0], start, stop));
    check(cudaMemset(d_C, 0, nBytes)); // or the warm-up's sums would hide what the next kernel leaves out

    check(cudaEventRecord(start));
    readOffset<<<grid, block>>>(d_A, d_B, d_C, nElem, offset);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&iElaps[1], start, stop));

    check(cudaMemcpy(gpuRef, d_C, nBytes - offset * sizeof(float), cudaMemcpyDeviceToHost));
}

int main(int argc, char **argv)
try {
    int nElem = 1 << 20;
    int blocksize = 512;
    int offset = 0;
    at_most_arguments(argc, argv, 2);
    offset = argument_or(argc, argv, 1, "offset", offset, 0, nElem - 1);
    blocksize = argument_or(argc, argv, 2, "block size", blocksize, 1, 1024);

    int dev = 0;
    cudaDeviceProp deviceProp;
    check(cudaGetDeviceProperties(&deviceProp, dev));
    printf("%s starting reduction at ", argv[0]);
    printf("device %d: %s ", dev, deviceProp.name);
    check(cudaSetDevice(dev));

    printf(" with array size %d\n", nElem);
    std::vector<float> h_A(nElem), h_B(nElem), hostRef(nElem), gpuRef(nElem);

    initialData(h_A.data(), nElem);
    h_B = h_A;

    sumArraysOnHost(h_A.data(), h_B.data(), hostRef.data(), nElem, offset);

    float iElaps[2];
    read_offset(h_A.data(), h_B.data(), gpuRef.data(), nElem, offset, blocksize, iElaps);
    int gridsize = (nElem + blocksize - 1) / blocksize;
    printf("warmup <<< %4d, %4d >>> offset %4d elapsed %f ms\n", gridsize, blocksize, offset, iElaps[0]);
    printf("readOffset <<< %4d, %4d >>> offset %4d elapsed %f ms\n", gridsize, blocksize, offset, iElaps[1]);

    return checkResult(hostRef.data(), gpuRef.data(), nElem - offset) ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
    return failed(error);
}
