// Definite integral by the formula of central rectangles, of samples that are read through a texture object on linear
// memory.
//
// Source:  K, chapter 8, lab 2, "Лабораторная работа"
// Legacy:  legacy/integration/midpoint_texture.cu
// Changes: 1. texture reference -> texture object, a kernel argument: cudaBindTexture -> cudaCreateTextureObject
//          2. tex1Dfetch(texRef, idx) -> tex1Dfetch<float>(tex, idx)
//          3. cudaDeviceProp::maxTexture1DLinear -> cudaDeviceGetTexture1DLinearMaxWidth, which asks for the texel's
//             type
//          4. thread 0 adds what all leave in shared memory -> a sum per thread, and cub::BlockReduce
//          5. a sum for each block, added on the CPU -> one number, which is 0 before, and atomicAdd: the blocks add in
//             no fixed order, and the last digits of the double may differ from run to run
//          6. a block for every 256 samples -> as many as the device holds, so that a thread adds many of them
//          7. sums of floats -> of doubles: samples have to be float, as a texture holds no double, their sum has not
//          8. int numElem -> std::size_t
//          9. an error code -> check(), which throws; cudaFree, cudaEventDestroy, free -> owners, std::vector
// Note:    migration-notes/linear_texture.md, migration-notes/thread_0_sums.md, migration-notes/texture_reference.md,
//          migration-notes/device_properties.md, migration-notes/host_sums.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <cub/block/block_reduce.cuh>

#include "../support/cuda.hpp"   // check(), device_memory, texture_object, event
#include "../support/launch.hpp" // resident_blocks()

#define BLOCK_SIZE 256
#define BASE_TYPE float

BASE_TYPE f(double x)
{
    return (BASE_TYPE)sin(x);
}

__global__ void integral(cudaTextureObject_t tex, double *C, long long numElem)
{
    double sum = 0.0;
    using BlockReduce = cub::BlockReduce<double, BLOCK_SIZE>;
    __shared__ BlockReduce::TempStorage fsh;

    long long idx = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (; idx < numElem; idx += (long long)gridDim.x * blockDim.x)
        sum += tex1Dfetch<BASE_TYPE>(tex, (int)idx);

    sum = BlockReduce(fsh).Sum(sum);

    if (threadIdx.x == 0) {
        atomicAdd(C, sum);
    }
}

// The integral of f from a to b by numElem rectangles, and the milliseconds of the kernel.
void midpoint_texture(double a, double b, std::size_t numElem, BASE_TYPE *result, float *KernelTime)
{
    int dev = 0;
    std::size_t maxTexture1DLinear;
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc<BASE_TYPE>();
    check(cudaGetDevice(&dev));
    check(cudaDeviceGetTexture1DLinearMaxWidth(&maxTexture1DLinear, &channelDesc, dev));
    if (numElem > maxTexture1DLinear)
        throw std::length_error("midpoint_texture: " + std::to_string(numElem) + " samples, but the device says " +
                                std::to_string(maxTexture1DLinear) + " texels at most for linear memory");
    if (numElem < 1) throw std::invalid_argument("midpoint_texture: no intervals");

    int blocks = resident_blocks(integral, BLOCK_SIZE, numElem);
    size_t memSize = numElem * sizeof(BASE_TYPE);
    std::vector<BASE_TYPE> data(numElem);
    device_memory<BASE_TYPE> d_a;
    device_memory<double> d_C;
    check(cudaMalloc(d_a.out(), memSize));
    check(cudaMalloc(d_C.out(), sizeof(double)));
    double h = (b - a) / numElem;
    for (std::size_t i = 0; i < numElem; i++)
        data[i] = f(a + (i + 0.5) * h);
    check(cudaMemcpy(d_a, data.data(), memSize, cudaMemcpyHostToDevice));
    check(cudaMemset(d_C, 0, sizeof(double)));

    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d_a;
    resource.res.linear.desc = channelDesc;
    resource.res.linear.sizeInBytes = memSize;
    cudaTextureDesc texDesc{};
    texDesc.addressMode[0] = cudaAddressModeClamp; // as a reference began; linear memory heeds neither address modes
    texDesc.filterMode = cudaFilterModePoint;      // nor filters
    texDesc.readMode = cudaReadModeElementType;
    texDesc.normalizedCoords = false;
    texture_object tex;
    check(cudaCreateTextureObject(tex.out(), &resource, &texDesc, nullptr));

    event start, stop;
    check(cudaEventCreate(start.out()));
    check(cudaEventCreate(stop.out()));
    check(cudaEventRecord(start, 0));
    integral<<<blocks, BLOCK_SIZE>>>(tex, d_C, numElem);
    check(cudaGetLastError());
    check(cudaEventRecord(stop, 0));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(KernelTime, start, stop));

    double sum = 0.0;
    check(cudaMemcpy(&sum, d_C, sizeof(double), cudaMemcpyDeviceToHost));
    *result = (BASE_TYPE)(sum * h);
}

int main()
try {
    double a = 0.0, b = acos(-1.0), exact = 2.0;
    int numElem = 1 << 20;

    BASE_TYPE result;
    float KernelTime;
    midpoint_texture(a, b, numElem, &result, &KernelTime);
    printf("%d intervals: integral %.6f, error %.1e\n", numElem, result, fabs(result - exact));
    printf("KernelTime: %f ms\n", KernelTime);
    return 0;
} catch (const std::exception &error) {
    return failed(error);
}
