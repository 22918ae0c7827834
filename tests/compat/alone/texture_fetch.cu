// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fetch through a reference reads through its handle. Without a binding it reads 0.
#include <cuda_legacy/texture_fetch.h>

#include "check.h"

REFERENCE cuda_legacy::texture<int> values;

__global__ void fetch(int* out) { *out = tex1Dfetch(values, 2); }

static int fetched(int* memory)
{
    int result = -1;
    fetch<<<1, 1>>>(memory + 4);
    CHECK(cudaMemcpy(&result, memory + 4, sizeof result, cudaMemcpyDeviceToHost) == cudaSuccess);
    return result;
}

int main()
{
    const int in[5] = {11, 12, 13, 14, 15};
    int* memory = nullptr;
    CHECK(cudaMalloc(&memory, sizeof in) == cudaSuccess);
    CHECK(cudaMemcpy(memory, in, sizeof in, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(fetched(memory) == 0);

#ifndef CUDA_LEGACY_NATIVE_REFERENCES // an opaque symbol
    cudaResourceDesc resource = {};
    cudaTextureDesc attributes = {};
    cudaTextureObject_t object = 0;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = 4 * sizeof(int);
    CHECK(cudaCreateTextureObject(&object, &resource, &attributes, nullptr) == cudaSuccess);
    CHECK(cudaMemcpyToSymbol(values, &object, sizeof object) == cudaSuccess);
    CHECK(fetched(memory) == 13);
#endif
    return failures;
}
