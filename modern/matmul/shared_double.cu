// Product of two matrices of doubles, not square: a block takes sub-matrix after sub-matrix into shared memory.
//
// Source:  K, chapter 7, "Пример. Оптимизация программы по перемножению двух матриц"
// Legacy:  legacy/matmul/shared_double.cu
// Changes: 1. no bounds check -> a sub-matrix has 0 outside of the matrix, threads there store nothing, and aEnd is the
//          end, not the last element: any Arows, Acols and Bcols  2. a grid of two dimensions, the second of 65535
//          blocks at most -> one dimension, from which by and bx come  3. a loop to blockDim.x -> to BLOCK_SIZE, which
//          the compiler knows and unrolls  4. int indices, right to 46336 -> std::size_t  5. errors left to the next
//          call -> check() of each, and of the launch  6. cudaFree, cudaEventDestroy, free -> owners, on every path
// Note:    migration-notes/matrix_product.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda/cmath>

#include "../support/cuda.hpp"   // check(), and the owners: device_memory, event
#include "../support/launch.hpp" // grid_of(): no more than 2^31 - 1 blocks

// side of a block, and of a sub-matrix
#define BLOCK_SIZE 16
// type of the elements
#define BASE_TYPE double

__global__ void matrixMult(const BASE_TYPE *A, const BASE_TYPE *B, BASE_TYPE *C, std::size_t Arows, std::size_t Acols,
                           std::size_t Bcols)
{
    unsigned blocksAcross = cuda::ceil_div(Bcols, BLOCK_SIZE);
    std::size_t by = blockIdx.x / blocksAcross;
    std::size_t bx = blockIdx.x % blocksAcross;
    // first sub-matrix of A that the block works on, the end of the last one, and the step from one to the next
    std::size_t aBegin = Acols * blockDim.y * by;
    std::size_t aEnd = aBegin + Acols;
    std::size_t aStep = blockDim.x;
    // first sub-matrix of B, and the step
    std::size_t bBegin = blockDim.x * bx;
    std::size_t bStep = blockDim.y * Bcols;
    // the element of C to work on
    std::size_t row = blockDim.y * by + threadIdx.y;
    std::size_t column = blockDim.x * bx + threadIdx.x;

    __shared__ BASE_TYPE as[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ BASE_TYPE bs[BLOCK_SIZE][BLOCK_SIZE];

    BASE_TYPE sum = 0.0;
    for (std::size_t ia = aBegin, ib = bBegin; ia < aEnd; ia += aStep, ib += bStep) {
        as[threadIdx.y][threadIdx.x] =
            row < Arows && ia + threadIdx.x < aEnd ? A[ia + Acols * threadIdx.y + threadIdx.x] : 0;
        bs[threadIdx.y][threadIdx.x] =
            column < Bcols && ia + threadIdx.y < aEnd ? B[ib + Bcols * threadIdx.y + threadIdx.x] : 0;
        __syncthreads(); // both are there

        for (int k = 0; k < BLOCK_SIZE; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads(); // both may be overwritten
    }

    std::size_t ind = Bcols * row + column;
    if (row < Arows && column < Bcols) C[ind] = sum;
}

// A times B to C, and the milliseconds of the kernel.
void shared_double(const BASE_TYPE *h_A, const BASE_TYPE *h_B, BASE_TYPE *h_C, std::size_t Arows, std::size_t Acols,
                   std::size_t Bcols, float *KernelTime)
{
    *KernelTime = 0;
    if (Arows == 0 || Bcols == 0) return;
    std::size_t Asize = Arows * Acols * sizeof(BASE_TYPE);
    std::size_t Bsize = Acols * Bcols * sizeof(BASE_TYPE);
    std::size_t Csize = Arows * Bcols * sizeof(BASE_TYPE);
    device_memory<BASE_TYPE> d_A, d_B, d_C;
    check(cudaMalloc(d_A.out(), Asize));
    check(cudaMalloc(d_B.out(), Bsize));
    check(cudaMalloc(d_C.out(), Csize));
    check(cudaMemcpy(d_A, h_A, Asize, cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_B, h_B, Bsize, cudaMemcpyHostToDevice));

    dim3 threadsPerBlock = dim3(BLOCK_SIZE, BLOCK_SIZE);
    dim3 blocksPerGrid = dim3(grid_of(cuda::ceil_div(Bcols, BLOCK_SIZE) * cuda::ceil_div(Arows, BLOCK_SIZE), 1));
    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start, 0));
    matrixMult<<<blocksPerGrid, threadsPerBlock>>>(d_A, d_B, d_C, Arows, Acols, Bcols);
    check(cudaGetLastError());
    check(cudaEventRecord(stop, 0));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    check(cudaMemcpy(h_C, d_C, Csize, cudaMemcpyDeviceToHost));
}

int main()
try {
    int Arows = 512, Acols = 1024, Bcols = 768;
    std::vector<BASE_TYPE> h_A(Arows * Acols);
    std::vector<BASE_TYPE> h_B(Acols * Bcols);
    std::vector<BASE_TYPE> h_C(Arows * Bcols);
    for (int i = 0; i < Arows * Acols; i++)
        h_A[i] = rand() % 10;
    for (int i = 0; i < Acols * Bcols; i++)
        h_B[i] = rand() % 10;

    float KernelTime;
    shared_double(h_A.data(), h_B.data(), h_C.data(), Arows, Acols, Bcols, &KernelTime);
    int last = Arows * Bcols - 1;
    printf("%d x %d by %d x %d: C[0] = %.0f, C[%d] = %.0f\n", Arows, Acols, Acols, Bcols, h_C[0], last, h_C[last]);
    printf("KernelTime: %.3f ms\n", KernelTime);
} catch (const std::exception& error) {
    return failed(error);
}
