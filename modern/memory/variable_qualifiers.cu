// Where variables live, who sees them and for how long: automatic and __shared__ as ever, the others with an owner.
//
// Source:  G, "Προσδιοριστικά τύπων δεδομένων στην CUDA", the table
// Legacy:  legacy/memory/variable_qualifiers.cu
// Changes: 1. __device__ variable -> memory with an owner, passed as a pointer  2. __constant__ variable -> kernel
//          parameter  3. LocalArray[index] -> every element looked at: it stays in registers  4. bounds: any n
//          5. every call checked, memory freed by its owner  6. int -> std::size_t
// Note:    migration-notes/device_variables.md, migration-notes/constant_memory_symbols.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>

#include "../support/cuda.hpp"   // check(), and the owner device_memory
#include "../support/launch.hpp" // grid_of()

// GlobalVar: global memory, as long as its owner lives. ConstantVar: a parameter, in constant memory, the launch's own.
__global__ void variables(int *local, int *shared, int *GlobalVar, int ConstantVar, std::size_t n)
{
    int LocalVar = 0;                      // a register: the thread's, as long as the thread runs
    __shared__ int SharedVar;              // shared memory: the block's, as long as the block runs

    if (threadIdx.x == 0) SharedVar = 0;
    __syncthreads();

    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        LocalVar += ConstantVar;
        atomicAdd(&SharedVar, ConstantVar);
        atomicAdd(GlobalVar, ConstantVar);
        local[i] = LocalVar;
    }
    __syncthreads();

    if (threadIdx.x == 0) shared[blockIdx.x] = SharedVar;
}

__global__ void fixedIndex(int *fixed, int ConstantVar, std::size_t n)
{
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    int LocalArray[4];
    for (int k = 0; k < 4; k++)
        LocalArray[k] = (k + 1) * ConstantVar;
    if (i < n) fixed[i] = LocalArray[0] + LocalArray[1] + LocalArray[2] + LocalArray[3];
}

// How often each of 0 to 7 is among a thread's numbers, each time counted as ConstantVar.
__global__ void chosenIndex(const int *index, int count, int *chosen, int ConstantVar, std::size_t n)
{
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int LocalArray[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    for (int k = 0; k < count; k++)
        for (int element = 0; element < 8; element++) // unrolled: every index is known when compiling
            if (index[k * n + i] == element) LocalArray[element] += ConstantVar;
    for (int k = 0; k < 8; k++)
        chosen[k * n + i] = LocalArray[k];
}

// What the variables hold after so many launches, each thread having added value to each of them: n LocalVar,
// a SharedVar for each block, one GlobalVar. Then from n threads: the sum of an array, and the eight elements of one.
void variable_qualifiers(int value, int launches, std::size_t n, unsigned threads, const int *h_index,
                         int count, int *h_local, int *h_shared, int *global, int *h_fixed, int *h_chosen)
{
    if (threads < 1) throw std::invalid_argument{"variable_qualifiers: empty block"};
    unsigned blocks = grid_of(n, threads);
    *global = 0;
    if (n < 1) return;

    device_memory<int> index, local, shared, fixed, chosen, GlobalVar;
    check(cudaMalloc(index.out(), n * count * sizeof(int)));
    check(cudaMalloc(local.out(), n * sizeof(int)));
    check(cudaMalloc(shared.out(), blocks * sizeof(int)));
    check(cudaMalloc(fixed.out(), n * sizeof(int)));
    check(cudaMalloc(chosen.out(), 8 * n * sizeof(int)));
    check(cudaMalloc(GlobalVar.out(), sizeof(int)));
    check(cudaMemcpy(index, h_index, n * count * sizeof(int), cudaMemcpyHostToDevice));
    check(cudaMemset(local, 0, n * sizeof(int)));
    check(cudaMemset(shared, 0, blocks * sizeof(int)));
    check(cudaMemset(GlobalVar, 0, sizeof(int)));

    for (int launch = 0; launch < launches; launch++) {
        variables<<<blocks, threads>>>(local, shared, GlobalVar, value, n);
        check(cudaGetLastError());
    }
    fixedIndex<<<blocks, threads>>>(fixed, value, n);
    check(cudaGetLastError());
    chosenIndex<<<blocks, threads>>>(index, count, chosen, value, n);
    check(cudaGetLastError());

    check(cudaMemcpy(global, GlobalVar, sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_local, local, n * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_shared, shared, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_fixed, fixed, n * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_chosen, chosen, 8 * n * sizeof(int), cudaMemcpyDeviceToHost));
}

int main()
try {
    const int blocks = 4, threads = 64, n = blocks * threads, launches = 3, count = 8;
    int index[n * count], local[n], shared[blocks], global, fixed[n], chosen[8 * n];
    for (int i = 0; i < n * count; i++)
        index[i] = i / n % 7; // of each thread 0, 1, 2, 3, 4, 5, 6, 0

    variable_qualifiers(1, launches, n, threads, index, count, local, shared, &global,
                        fixed, chosen);

    printf("%d launches of %d blocks of %d threads, each of which adds 1:\n", launches, blocks, threads);
    printf("LocalVar   %4d in every thread\n", local[n - 1]);
    printf("SharedVar  %4d in every block\n", shared[blocks - 1]);
    printf("GlobalVar  %4d\n", global);
    printf("LocalArray {1 2 3 4}: sum %d\n", fixed[n - 1]);
    printf("LocalArray {");
    for (int k = 0; k < 8; k++)
        printf(k ? " %d" : "%d", chosen[k * n + n - 1]);
    printf("}: counted\n");
} catch (const std::exception& error) {
    return failed(error);
}
