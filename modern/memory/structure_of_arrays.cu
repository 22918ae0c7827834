// Arithmetic on a structure of arrays of any length: each member of all elements in a row.
//
// Source:  M, "Array of Structure versus Structure of Arrays" and "Simple Math with the SoA Data Layout",
//          simpleMathSoA.cu
// Legacy:  legacy/memory/structure_of_arrays.cu
// Changes: 1. float x[LEN] -> float *x: the length is no part of the type, and the structure goes by value, with an
//          allocation and a copy for each of its arrays  2. host clock -> CUDA events: milliseconds of the kernel alone
//          3. nothing between the two kernels -> cudaMemset, so that the second one's result is its own  4. every call
//          and launch checked, memory and events freed by their owners  5. int -> std::size_t  6. a wrong result is a
//          failure, a NaN, too; no cudaDeviceReset  7. atoi -> a checked argument  8. LEN in parentheses
// Note:    migration-notes/structure_layout.md, migration-notes/host_timer.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>
#include <stdio.h>
#include <vector>

#include "../support/arguments.hpp" // argument_or(), at_most_arguments()
#include "../support/cuda.hpp"      // check(), and the owners: device_memory, event
#include "../support/launch.hpp"    // grid_of()

#define LEN (1<<20)

// The layout as the document declares it first: all x, then all y. Its kernel takes an InnerArray, of any length here.
const int N = 1024;
struct innerArray {
    float x[N];
    float y[N];
};
struct innerArray moa;

struct InnerArray {
    float *x;
    float *y;
};

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

bool checkInnerArray(InnerArray *hostRef, InnerArray *gpuRef, const int N)
{
    double epsilon = 1.0E-8;
    for (int i = 0; i < N; i++) {
        if (!(fabs(hostRef->x[i] - gpuRef->x[i]) <= epsilon && fabs(hostRef->y[i] - gpuRef->y[i]) <= epsilon)) {
            printf("different on %dth element: host %f %f gpu %f %f\n", i,
                   hostRef->x[i], hostRef->y[i], gpuRef->x[i], gpuRef->y[i]);
            return false;
        }
    }
    return true;
}

__global__ void warmup(InnerArray data, InnerArray result, const std::size_t n)
{
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        float tmpx = data.x[i];
        float tmpy = data.y[i];
        tmpx += 10.f;
        tmpy += 20.f;
        result.x[i] = tmpx;
        result.y[i] = tmpy;
    }
}

__global__ void testInnerArray(InnerArray data, InnerArray result, const std::size_t n)
{
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        float tmpx = data.x[i];
        float tmpy = data.y[i];
        tmpx += 10.f;
        tmpy += 20.f;
        result.x[i] = tmpx;
        result.y[i] = tmpy;
    }
}

// The middle of the document's main: the first nElem elements of each array of both kernels' results, and the
// milliseconds of both. The document has gpuRef for both, as it checks the first one in between.
void structure_of_arrays(InnerArray *h_A, InnerArray *warmRef, InnerArray *gpuRef, std::size_t nElem,
                         unsigned blocksize, float *iElaps)
{
    if (blocksize < 1) throw std::invalid_argument{"structure_of_arrays: empty block"};
    iElaps[0] = iElaps[1] = 0;
    if (nElem < 1) return;
    size_t nBytes = nElem * sizeof(float);

    device_memory<float> A_x, A_y, C_x, C_y;
    check(cudaMalloc(A_x.out(), nBytes));
    check(cudaMalloc(A_y.out(), nBytes));
    check(cudaMalloc(C_x.out(), nBytes));
    check(cudaMalloc(C_y.out(), nBytes));
    InnerArray d_A = {A_x, A_y}, d_C = {C_x, C_y};

    check(cudaMemcpy(d_A.x, h_A->x, nBytes, cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_A.y, h_A->y, nBytes, cudaMemcpyHostToDevice));

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
    check(cudaMemcpy(warmRef->x, d_C.x, nBytes, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(warmRef->y, d_C.y, nBytes, cudaMemcpyDeviceToHost));
    check(cudaMemset(d_C.x, 0, nBytes)); // or the warm-up's sums would hide what the next kernel leaves out
    check(cudaMemset(d_C.y, 0, nBytes));

    check(cudaEventRecord(start));
    testInnerArray<<<grid, block>>>(d_A, d_C, nElem);
    check(cudaGetLastError());
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&iElaps[1], start, stop));
    check(cudaMemcpy(gpuRef->x, d_C.x, nBytes, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(gpuRef->y, d_C.y, nBytes, cudaMemcpyDeviceToHost));
}

int main(int argc, char **argv)
try {
    int blocksize = 128;
    at_most_arguments(argc, argv, 1);
    blocksize = argument_or(argc, argv, 1, "block size", blocksize, 1, 1024);

    int dev = 0;
    cudaDeviceProp deviceProp;
    check(cudaGetDeviceProperties(&deviceProp, dev));
    printf("%s test array of struct at ", argv[0]);
    printf("device %d: %s \n", dev, deviceProp.name);
    check(cudaSetDevice(dev));

    int nElem = LEN;
    std::vector<float> memory(8 * nElem); // two arrays for each of the four
    InnerArray h_A = {&memory[0], &memory[nElem]}, hostRef = {&memory[2 * nElem], &memory[3 * nElem]};
    InnerArray warmRef = {&memory[4 * nElem], &memory[5 * nElem]}, gpuRef = {&memory[6 * nElem], &memory[7 * nElem]};

    initialInnerArray(&h_A, nElem);
    testInnerArrayHost(&h_A, &hostRef, nElem);

    float iElaps[2];
    structure_of_arrays(&h_A, &warmRef, &gpuRef, nElem, blocksize, iElaps);
    int gridsize = (nElem + blocksize - 1) / blocksize;
    printf("warmup <<< %3d, %3d >>> elapsed %f ms\n", gridsize, blocksize, iElaps[0]);
    bool right = checkInnerArray(&hostRef, &warmRef, nElem);
    printf("innerArray <<< %3d, %3d >>> elapsed %f ms\n", gridsize, blocksize, iElaps[1]);
    right = checkInnerArray(&hostRef, &gpuRef, nElem) && right;

    return right ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
    return failed(error);
}
