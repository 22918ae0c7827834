// Where variables live, who sees them and for how long: automatic, __shared__, __device__, __constant__.
//
// Source:  G, "Προσδιοριστικά τύπων δεδομένων στην CUDA", the table
// Modern:  modern/memory/variable_qualifiers.cu
// Note:    migration-notes/device_variables.md, migration-notes/constant_memory_symbols.md
// Domain:  1 <= threads <= 1024, n a multiple of threads, not 0; 0 <= launches; 1 <= count; 8 * n and n * count up to
//          2^30; numbers from 0 to 7; 10 * value, count * value and n * launches * value, the largest sums, are ints
//          (numbers are looked at, as they are indices; sums are not: one that wraps round harms no memory)
// Defects: kept: automatic arrays are said to lie in global memory. An array whose indices are all known when compiling
//          stays in registers (fixedIndex). One that is indexed at run time lies in local memory (chosenIndex), which
//          the document's picture names and its text does not. The document has the table only, so ours: the kernels,
//          which add to each of its four variables and show what is left, and the host code
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

__device__ int GlobalVar;                  // global memory: the grid's, as long as the application runs
__device__ __constant__ int ConstantVar;   // constant memory: the grid's, as long as the application runs

__global__ void variables(int *local, int *shared)
{
    int LocalVar = 0;                      // a register: the thread's, as long as the thread runs
    __device__ __shared__ int SharedVar;   // shared memory: the block's, as long as the block runs

    if (threadIdx.x == 0) SharedVar = 0;
    __syncthreads();

    LocalVar += ConstantVar;
    atomicAdd(&SharedVar, ConstantVar);
    atomicAdd(&GlobalVar, ConstantVar);
    __syncthreads();

    local[blockIdx.x * blockDim.x + threadIdx.x] = LocalVar;
    if (threadIdx.x == 0) shared[blockIdx.x] = SharedVar;
}

__global__ void fixedIndex(int *fixed)
{
    int LocalArray[4];
    for (int k = 0; k < 4; k++)
        LocalArray[k] = (k + 1) * ConstantVar;
    fixed[blockIdx.x * blockDim.x + threadIdx.x] = LocalArray[0] + LocalArray[1] + LocalArray[2] + LocalArray[3];
}

// How often each of 0 to 7 is among a thread's numbers, each time counted as ConstantVar.
__global__ void chosenIndex(const int *index, int count, int *chosen)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n = gridDim.x * blockDim.x;
    int LocalArray[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    for (int k = 0; k < count; k++)
        LocalArray[index[k * n + i]] += ConstantVar;
    for (int k = 0; k < 8; k++)
        chosen[k * n + i] = LocalArray[k];
}

// What the variables hold after so many launches, each thread having added value to each of them: n LocalVar,
// n / threads SharedVar, one GlobalVar. Then from n threads: the sum of an array, and the eight elements of one.
cudaError_t variable_qualifiers(int value, int launches, int n, int threads, const int *h_index,
                                int count, int *h_local, int *h_shared, int *global, int *h_fixed, int *h_chosen)
{
    if (launches < 0 || count < 1 || threads < 1 || threads > 1024 || n < 1 || n % threads != 0 ||
        n > (1 << 30) / 8 || n > (1 << 30) / count)
        return cudaErrorInvalidValue;
    for (int k = 0; k < n * count; k++)
        if (h_index[k] < 0 || h_index[k] > 7) return cudaErrorInvalidValue;
    int blocks = n / threads;

    int *index = NULL, *local = NULL, *shared = NULL, *fixed = NULL, *chosen = NULL;
    cudaMalloc((void **)&index, n * count * sizeof(int));
    cudaMalloc((void **)&local, n * sizeof(int));
    cudaMalloc((void **)&shared, blocks * sizeof(int));
    cudaMalloc((void **)&fixed, n * sizeof(int));
    cudaMalloc((void **)&chosen, 8 * n * sizeof(int));
    cudaError_t err = cudaGetLastError();
    if (err == cudaSuccess) {
        int zero = 0;
        cudaMemcpy(index, h_index, n * count * sizeof(int), cudaMemcpyHostToDevice);
        cudaMemset(local, 0, n * sizeof(int));
        cudaMemset(shared, 0, blocks * sizeof(int));
        cudaMemcpyToSymbol(ConstantVar, &value, sizeof(int));
        cudaMemcpyToSymbol(GlobalVar, &zero, sizeof(int));

        for (int launch = 0; launch < launches; launch++)
            variables<<<blocks, threads>>>(local, shared);
        fixedIndex<<<blocks, threads>>>(fixed);
        chosenIndex<<<blocks, threads>>>(index, count, chosen);

        cudaMemcpyFromSymbol(global, GlobalVar, sizeof(int));
        cudaMemcpy(h_local, local, n * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(h_shared, shared, blocks * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(h_fixed, fixed, n * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(h_chosen, chosen, 8 * n * sizeof(int), cudaMemcpyDeviceToHost);
        err = cudaGetLastError();
    }
    cudaFree(index);
    cudaFree(local);
    cudaFree(shared);
    cudaFree(fixed);
    cudaFree(chosen);
    return err;
}

int main()
{
    const int blocks = 4, threads = 64, n = blocks * threads, launches = 3, count = 8;
    int index[n * count], local[n], shared[blocks], global, fixed[n], chosen[8 * n];
    for (int i = 0; i < n * count; i++)
        index[i] = i / n % 7; // of each thread 0, 1, 2, 3, 4, 5, 6, 0

    cudaError_t err = variable_qualifiers(1, launches, n, threads, index, count, local, shared, &global,
                                          fixed, chosen);
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }

    printf("%d launches of %d blocks of %d threads, each of which adds 1:\n", launches, blocks, threads);
    printf("LocalVar   %4d in every thread\n", local[n - 1]);
    printf("SharedVar  %4d in every block\n", shared[blocks - 1]);
    printf("GlobalVar  %4d\n", global);
    printf("LocalArray {1 2 3 4}: sum %d\n", fixed[n - 1]);
    printf("LocalArray {");
    for (int k = 0; k < 8; k++)
        printf(k ? " %d" : "%d", chosen[k * n + n - 1]);
    printf("}: counted\n");
    return 0;
}
