// Arithmetic on an array of structures, each aligned to its size: one load takes a whole one.
//
// Source:  M, "Array of Structure versus Structure of Arrays" and "Simple Math with the AoS Data Layout",
//          simpleMathAoS.cu
// Legacy:  legacy/memory/array_of_structures.cu
// Changes: 1. alignas(8): one load for both members  2. host clock -> CUDA events: milliseconds of the kernel alone
//          3. nothing between the two kernels -> a cudaMemset, so that the second one's result is its own  4. every
//          call and launch checked, memory and events freed by their owners  5. int -> std::size_t  6. a wrong result
//          or a NaN is a failure; no cudaDeviceReset  7. atoi -> a checked argument  8. LEN in parentheses
// Note:    migration-notes/structure_layout.md, migration-notes/host_timer.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>
#include <stdio.h>
#include <vector>

#include "../support/arguments.hpp" // argument_or(), at_most_arguments()
#include "../support/cuda.hpp"      // check(), and the owners: device_memory, event
#include "../support/launch.hpp"    // grid_of()

#define LEN (1<<20)

struct alignas(8) innerStruct {
    float x;
    float y;
};

// The layout as the document declares it first: each x beside its y. main allocates its arrays instead.
const int N = 1024;
struct innerStruct myAoS[N];

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

bool checkInnerStruct(innerStruct *hostRef, innerStruct *gpuRef, const int N)
{
    double epsilon = 1.0E-8;
    for (int i = 0; i < N; i++) {
        if (!(fabs(hostRef[i].x - gpuRef[i].x) <= epsilon && fabs(hostRef[i].y - gpuRef[i].y) <= epsilon)) {
            printf("different on %dth element: host %f %f gpu %f %f\n", i,
                   hostRef[i].x, hostRef[i].y, gpuRef[i].x, gpuRef[i].y);
            return false;
        }
    }
    return true;
}

__global__ void warmup(innerStruct *data, innerStruct *result, const std::size_t n)
{
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        innerStruct tmp = data[i];
        tmp.x += 10.f;
        tmp.y += 20.f;
        result[i] = tmp;
    }
}

__global__ void testInnerStruct(innerStruct *data, innerStruct *result, const std::size_t n)
{
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        innerStruct tmp = data[i];
        tmp.x += 10.f;
        tmp.y += 20.f;
        result[i] = tmp;
    }
}

// The middle of the document's main: nElem elements of both kernels' results, and the milliseconds of both. The
// document has gpuRef for both, as it checks the first one in between.
void array_of_structures(const innerStruct *h_A, innerStruct *warmRef, innerStruct *gpuRef, std::size_t nElem,
                         unsigned blocksize, float *iElaps)
{
    if (blocksize < 1) throw std::invalid_argument{"array_of_structures: empty block"};
    iElaps[0] = iElaps[1] = 0;
    if (nElem < 1) return;
    size_t nBytes = nElem * sizeof(innerStruct);

    device_memory<innerStruct> d_A, d_C;
    check(cudaMalloc(d_A.out(), nBytes));
    check(cudaMalloc(d_C.out(), nBytes));

    check(cudaMemcpy(d_A, h_A, nBytes, cudaMemcpyHostToDevice));

    dim3 block(blocksize, 1);
    dim3 grid(grid_of(nElem, block.x), 1);

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));

    check(cudaEventRecord(start));
    warmup<<<grid, block>>>(d_A, d_C, nElem);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&iElaps[0], start, stop));
    check(cudaMemcpy(warmRef, d_C, nBytes, cudaMemcpyDeviceToHost));
    check(cudaMemset(d_C, 0, nBytes)); // or the warm-up's sums would hide what the next kernel leaves out

    check(cudaEventRecord(start));
    testInnerStruct<<<grid, block>>>(d_A, d_C, nElem);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&iElaps[1], start, stop));
    check(cudaMemcpy(gpuRef, d_C, nBytes, cudaMemcpyDeviceToHost));
}

int main(int argc, char **argv)
try {
    int blocksize = 128;
    at_most_arguments(argc, argv, 1);
    blocksize = argument_or(argc, argv, 1, "block size", blocksize, 1, 1024);

    int dev = 0;
    cudaDeviceProp deviceProp;
    check(cudaGetDeviceProperties(&deviceProp, dev));
    printf("%s test struct of array at ", argv[0]);
    printf("device %d: %s \n", dev, deviceProp.name);
    check(cudaSetDevice(dev));

    int nElem = LEN;
    std::vector<innerStruct> h_A(nElem), hostRef(nElem), warmRef(nElem), gpuRef(nElem);

    initialInnerStruct(h_A.data(), nElem);
    testInnerStructHost(h_A.data(), hostRef.data(), nElem);

    float iElaps[2];
    array_of_structures(h_A.data(), warmRef.data(), gpuRef.data(), nElem, blocksize, iElaps);
    int gridsize = (nElem + blocksize - 1) / blocksize;
    printf("warmup <<< %3d, %3d >>> elapsed %f ms\n", gridsize, blocksize, iElaps[0]);
    bool right = checkInnerStruct(hostRef.data(), warmRef.data(), nElem);
    printf("innerstruct <<< %3d, %3d >>> elapsed %f ms\n", gridsize, blocksize, iElaps[1]);
    right = checkInnerStruct(hostRef.data(), gpuRef.data(), nElem) && right;

    return right ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
    return failed(error);
}
