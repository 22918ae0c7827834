// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For each kind of memory, memoryType and isManaged have the values of CUDA 10.
#include <cuda_legacy/pointer_attributes.h>

#include "check.h"

static cudaPointerAttributes of(const void* pointer)
{
    struct cudaPointerAttributes attributes;
    memset(&attributes, 0x5a, sizeof attributes);
    CHECK(cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess);
    return attributes;
}

int main()
{
    int *device, *pinned, *managed, own = 0;
    CHECK(cudaMalloc(&device, 64) == cudaSuccess && cudaMallocHost(&pinned, 64) == cudaSuccess);
    CHECK(cudaMallocManaged(&managed, 64) == cudaSuccess);
    CHECK(of(device).memoryType == cudaMemoryTypeDevice && !of(device).isManaged);
    CHECK(of(device).type == cudaMemoryTypeDevice && of(device).device == 0 && of(device).devicePointer == device);
    CHECK(of(pinned).memoryType == cudaMemoryTypeHost && !of(pinned).isManaged && of(pinned).hostPointer == pinned);
    CHECK(of(managed).memoryType == cudaMemoryTypeDevice && of(managed).isManaged == 1);
    CHECK(of(managed).type == cudaMemoryTypeManaged);
    CHECK(of(&own).memoryType == cudaMemoryTypeUnregistered && !of(&own).isManaged);
    CHECK(cudaPointerGetAttributes(nullptr, device) == cudaErrorInvalidValue);
    return failures;
}
