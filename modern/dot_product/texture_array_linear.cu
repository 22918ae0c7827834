// Scalar product of two vectors read through texture objects, one in a CUDA array, one in linear memory.
//
// Source:  K, chapter 8, homework 1, "Домашняя работа", algorithm 2
// Legacy:  legacy/dot_product/texture_array_linear.cu
// Changes: 1. texture references -> texture objects, kernel arguments  2. cudaBindTextureToArray ->
//          cudaResourceTypeArray, cudaBindTexture -> cudaResourceTypeLinear  3. attributes set after the bind -> a
//          cudaTextureDesc, complete before the object is made  4. cudaMemcpyToArray -> cudaMemcpy2DToArray
//          5. cudaDevAttrMaxTexture1DLinearWidth -> cudaDeviceGetTexture1DLinearMaxWidth, which knows the texels' type
//          6. thread 0 adds its block's 256 products -> cub::BlockReduce, in another order  7. every call checked,
//          errors and a refusal thrown; memory, array, textures and events freed by their owners, malloc, free ->
//          std::vector  8. no elements: 0. As it was: the CPU adds the blocks' sums
// Note:    migration-notes/texture_reference.md, migration-notes/memcpy_to_array.md, migration-notes/linear_texture.md,
//          migration-notes/host_sums.md, migration-notes/thread_0_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cub/block/block_reduce.cuh>
#include <stdexcept>
#include <stdio.h>
#include <vector>

#include "../support/cuda.hpp" // check(), and the owners device_memory, device_array, texture_object, event

#define BLOCK_SIZE 256

__global__ void scalMult(cudaTextureObject_t texA, cudaTextureObject_t texB, float *C, int numElem)
{
    float sum = 0.0f;
    using BlockReduce = cub::BlockReduce<float, BLOCK_SIZE>;
    __shared__ BlockReduce::TempStorage sh;

    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    sum = idx < numElem ? tex1D<float>(texA, float(idx)) * tex1Dfetch<float>(texB, idx) : 0.0f;

    sum = BlockReduce(sh).Sum(sum); // the barriers are in it; thread 0 has the sum

    if (threadIdx.x == 0)
        C[blockIdx.x] = sum;
}

// The middle of main: the scalar product of two host vectors, and the kernel's milliseconds.
void texture_array_linear(int numElem, const float *A, const float *B, float *result, float *KernelTime)
{
    int dev = 0, longestArray = 0;
    size_t longestLinear = 0;
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc<float>();
    check(cudaGetDevice(&dev));
    check(cudaDeviceGetAttribute(&longestArray, cudaDevAttrMaxTexture1DWidth, dev));
    check(cudaDeviceGetTexture1DLinearMaxWidth(&longestLinear, &channelDesc, dev));
    if (numElem > longestArray)
        fprintf(stderr, "texture_array_linear: %d elements, but a 1D CUDA array has at most %d texels\n", numElem,
                longestArray);
    if (size_t(numElem) > longestLinear)
        fprintf(stderr, "texture_array_linear: %d elements, but the device says %zu texels at most for linear memory\n",
                numElem, longestLinear);
    if (numElem > longestArray || size_t(numElem) > longestLinear)
        throw std::length_error{"texture_array_linear: longer than a texture"};
    if (numElem == 0) {
        *result = *KernelTime = 0.0f;
        return;
    }

    int nBlocks = numElem / BLOCK_SIZE + ((numElem % BLOCK_SIZE) ? 1 : 0);
    size_t memSize = numElem * sizeof(float);

    std::vector<float> C(nBlocks);
    device_memory<float> d_C;
    check(cudaMalloc(d_C.out(), sizeof(float) * nBlocks));
    device_array cuArrayA;
    check(cudaMallocArray(cuArrayA.out(), &channelDesc, numElem, 1));
    device_memory<float> d_B;
    check(cudaMalloc(d_B.out(), memSize));

    check(cudaMemcpy2DToArray(cuArrayA, 0, 0, A, memSize, memSize, 1, cudaMemcpyHostToDevice));
    cudaResourceDesc resA{};
    resA.resType = cudaResourceTypeArray;
    resA.res.array.array = cuArrayA;
    cudaTextureDesc texDescA{};
    texDescA.addressMode[0] = cudaAddressModeClamp; // as a reference began; a zeroed descriptor says wrap
    texDescA.normalizedCoords = false;
    texDescA.filterMode = cudaFilterModePoint;
    texDescA.readMode = cudaReadModeElementType;
    texture_object texA;
    check(cudaCreateTextureObject(texA.out(), &resA, &texDescA, nullptr));

    check(cudaMemcpy(d_B, B, memSize, cudaMemcpyHostToDevice));
    cudaResourceDesc resB{};
    resB.resType = cudaResourceTypeLinear;
    resB.res.linear.devPtr = d_B;
    resB.res.linear.desc = channelDesc;
    resB.res.linear.sizeInBytes = memSize;
    cudaTextureDesc texDescB{}; // linear memory knows no address mode and no filter
    texDescB.readMode = cudaReadModeElementType;
    texture_object texB;
    check(cudaCreateTextureObject(texB.out(), &resB, &texDescB, nullptr));

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
    *result = 0.0f;
    for (int i = 0; i < nBlocks; i++)
        *result += C[i];
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
        try {
            texture_array_linear(numElem, A.data(), B.data(), &result, &KernelTime);
        } catch (const std::length_error&) { // too long for a texture, as is said on stderr
            printf("%8d elements: refused\n", numElem);
            continue;
        }
        printf("%8d elements: scalar product %f, kernel time %f ms\n", numElem, result, KernelTime);
    }
} catch (const std::exception& error) {
    return failed(error);
}
