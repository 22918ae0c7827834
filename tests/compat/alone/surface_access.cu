// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value written through a reference is read through it, and is in the array.
#include <cuda_legacy/surface_access.h>

#include "check.h"

REFERENCE cuda_legacy::surface<void, cudaSurfaceType2D> canvas;

__global__ void access(int* out)
{
    *out = surf2Dread<int>(canvas, 2 * sizeof(int), 1, cudaBoundaryModeZero);
    surf2Dwrite(21, canvas, 3 * sizeof(int), 1, cudaBoundaryModeZero);
}

int main()
{
    int* memory = nullptr;
    int result = -1;
    CHECK(cudaMalloc(&memory, sizeof result) == cudaSuccess);
#ifndef CUDA_LEGACY_NATIVE_REFERENCES // an opaque symbol
    int texels[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t object = 0;
    resource.resType = cudaResourceTypeArray;
    CHECK(cudaMallocArray(&resource.res.array.array, &desc, 4, 2, cudaArraySurfaceLoadStore) == cudaSuccess);
    cudaMemcpy2DToArray(resource.res.array.array, 0, 0, texels, 16, 16, 2, cudaMemcpyHostToDevice);
    CHECK(cudaCreateSurfaceObject(&object, &resource) == cudaSuccess);
    CHECK(cudaMemcpyToSymbol(canvas, &object, sizeof object) == cudaSuccess);
    access<<<1, 1>>>(memory);
    CHECK(cudaMemcpy(&result, memory, sizeof result, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(result == 7);
    cudaMemcpy2DFromArray(texels, 16, resource.res.array.array, 0, 0, 16, 2, cudaMemcpyDeviceToHost);
    CHECK(texels[7] == 21 && texels[6] == 7);
#else
    access<<<1, 1>>>(memory);
    CHECK(cudaMemcpy(&result, memory, sizeof result, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(result == 0); // nothing is bound
#endif
    return failures;
}
