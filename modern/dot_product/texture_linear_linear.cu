// Scalar product of two vectors read through texture objects, both in linear memory.
//
// Source:  K, chapter 8, homework 1, "Домашняя работа", algorithm 3
// Legacy:  legacy/dot_product/texture_linear_linear.cu
// Changes: 1. texture references -> texture objects, kernel arguments  2. cudaBindTexture -> cudaResourceTypeLinear
//          3. cudaDevAttrMaxTexture1DLinearWidth -> cudaDeviceGetTexture1DLinearMaxWidth, which knows the texels' type:
//          longer vectors  4. thread 0 adds its block's 256 products -> cub::BlockReduce, in another order  5. the
//          CPU's sum of the blocks, a float -> a double: millions of them are added  6. every call checked, errors and
//          a refusal thrown; memory, textures and events freed by their owners, malloc, free -> std::vector
//          7. no elements: 0
// Note:    migration-notes/texture_reference.md, migration-notes/linear_texture.md, migration-notes/host_sums.md,
//          migration-notes/thread_0_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cub/block/block_reduce.cuh>
#include <stdexcept>
#include <stdio.h>
#include <vector>

#include "../support/cuda.hpp" // check(), and the owners device_memory, texture_object, event

#define BLOCK_SIZE 256

__global__ void scalMult(cudaTextureObject_t texA, cudaTextureObject_t texB, float *C, int numElem)
{
    float sum = 0.0f;
    using BlockReduce = cub::BlockReduce<float, BLOCK_SIZE>;
    __shared__ BlockReduce::TempStorage sh;

    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    sum = idx < numElem ? tex1Dfetch<float>(texA, idx) * tex1Dfetch<float>(texB, idx) : 0.0f;

    sum = BlockReduce(sh).Sum(sum); // the barriers are in it; thread 0 has the sum

    if (threadIdx.x == 0)
        C[blockIdx.x] = sum;
}

// The middle of main: the scalar product of two host vectors, and the kernel's milliseconds.
void texture_linear_linear(int numElem, const float *A, const float *B, float *result, float *KernelTime)
{
    int dev = 0;
    size_t longest = 0;
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc<float>();
    check(cudaGetDevice(&dev));
    check(cudaDeviceGetTexture1DLinearMaxWidth(&longest, &channelDesc, dev));
    if (size_t(numElem) > longest) {
        fprintf(stderr,
                "texture_linear_linear: %d elements, but the device says %zu texels at most for linear memory\n",
                numElem, longest);
        throw std::length_error{"texture_linear_linear: longer than a texture"};
    }
    if (numElem == 0) {
        *result = *KernelTime = 0.0f;
        return;
    }

    int nBlocks = numElem / BLOCK_SIZE + ((numElem % BLOCK_SIZE) ? 1 : 0);
    size_t memSize = numElem * sizeof(float);

    std::vector<float> C(nBlocks);
    device_memory<float> d_C;
    check(cudaMalloc(d_C.out(), sizeof(float) * nBlocks));
    device_memory<float> d_A;
    check(cudaMalloc(d_A.out(), memSize));
    device_memory<float> d_B;
    check(cudaMalloc(d_B.out(), memSize));

    check(cudaMemcpy(d_A, A, memSize, cudaMemcpyHostToDevice));
    cudaResourceDesc resA{};
    resA.resType = cudaResourceTypeLinear;
    resA.res.linear.devPtr = d_A;
    resA.res.linear.desc = channelDesc;
    resA.res.linear.sizeInBytes = memSize;
    cudaTextureDesc texDesc{}; // linear memory knows no address mode and no filter
    texDesc.readMode = cudaReadModeElementType;
    texture_object texA;
    check(cudaCreateTextureObject(texA.out(), &resA, &texDesc, nullptr));

    check(cudaMemcpy(d_B, B, memSize, cudaMemcpyHostToDevice));
    cudaResourceDesc resB{};
    resB.resType = cudaResourceTypeLinear;
    resB.res.linear.devPtr = d_B;
    resB.res.linear.desc = channelDesc;
    resB.res.linear.sizeInBytes = memSize;
    texture_object texB;
    check(cudaCreateTextureObject(texB.out(), &resB, &texDesc, nullptr));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start, 0));

    scalMult<<<nBlocks, BLOCK_SIZE>>>(texA, texB, d_C, numElem);
    check(cudaGetLastError());

    check(cudaEventRecord(stop, 0));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    check(cudaMemcpy(C.data(), d_C, sizeof(float) * nBlocks, cudaMemcpyDeviceToHost));
    double sum = 0.0;
    for (int i = 0; i < nBlocks; i++)
        sum += C[i];
    *result = float(sum);
}

int main()
try {
    int sizes[] = {1024, 8192, 65536, 131072, 1048576};
    for (int s = 0; s < 5; s++) {
        int numElem = sizes[s];
        std::vector<float> A(numElem), B(numElem);
        for (int i = 0; i < numElem; i++) {
            A[i] = float(i % 3);
            B[i] = float(i % 2);
        }

        float result, KernelTime;
        texture_linear_linear(numElem, A.data(), B.data(), &result, &KernelTime);
        printf("%8d elements: scalar product %f, kernel time %f ms\n", numElem, result, KernelTime);
    }
} catch (const std::exception& error) {
    return failed(error);
}
