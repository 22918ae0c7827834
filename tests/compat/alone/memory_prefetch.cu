// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In both calls, the number of a device means that device, and -1 means the host.
#include <cuda_legacy/memory_prefetch.h>

#include "check.h"

__global__ void increment(int* values) { values[threadIdx.x]++; }

static int attribute(cudaMemRangeAttribute one, const int* values, size_t bytes)
{
    int value = -7;
    CHECK(cudaMemRangeGetAttribute(&value, sizeof value, one, values, bytes) == cudaSuccess);
    return value;
}

int main()
{
    const size_t bytes = 32 * sizeof(int);
    int device = -7, concurrent = 0, devices = 0;
    CHECK(cudaGetDevice(&device) == cudaSuccess && cudaGetDeviceCount(&devices) == cudaSuccess);
    CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device) == cudaSuccess);
    if (!concurrent) {
        std::printf("skipped: the device does not share managed memory with the host\n");
        return 77;
    }
    int *values = nullptr, *other = nullptr;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream) == cudaSuccess);
    CHECK(cudaMallocManaged(&values, bytes) == cudaSuccess && cudaMalloc(&other, bytes) == cudaSuccess);
    for (int i = 0; i < 32; i++)
        values[i] = i;

    CHECK(cudaMemPrefetchAsync(values, bytes, device) == cudaSuccess); // in the default stream
    CHECK(cudaMemPrefetchAsync(values, bytes, device, stream) == cudaSuccess);
    CHECK(cudaMemPrefetchAsync(values, bytes, device, 0) == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(attribute(cudaMemRangeAttributeLastPrefetchLocation, values, bytes) == device);
    increment<<<1, 32, 0, stream>>>(values);
    CHECK(cudaMemPrefetchAsync(values, bytes, cudaCpuDeviceId, stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(attribute(cudaMemRangeAttributeLastPrefetchLocation, values, bytes) == cudaCpuDeviceId);
    CHECK(values[0] == 1 && values[31] == 32);

    CHECK(cudaMemAdvise(values, bytes, cudaMemAdviseSetPreferredLocation, device) == cudaSuccess);
    CHECK(attribute(cudaMemRangeAttributePreferredLocation, values, bytes) == device);
    CHECK(cudaMemAdvise(values, bytes, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId) == cudaSuccess);
    CHECK(attribute(cudaMemRangeAttributePreferredLocation, values, bytes) == cudaCpuDeviceId);
    CHECK(cudaMemAdvise(values, bytes, cudaMemAdviseSetReadMostly, 0) == cudaSuccess);
    CHECK(attribute(cudaMemRangeAttributeReadMostly, values, bytes) == 1);

    CHECK(cudaMemPrefetchAsync(values, bytes, devices) == cudaErrorInvalidDevice);
    // The driver chooses this code: 580 on an H200 gives another one than the manual, which says
    // cudaErrorInvalidDevice.
    CHECK(cudaMemAdvise(values, bytes, cudaMemAdviseSetPreferredLocation, devices) != cudaSuccess);
    CHECK(cudaMemPrefetchAsync(other, bytes, device) == cudaErrorInvalidValue);
    CHECK(cudaMemPrefetchAsync(values, 0, device) == cudaErrorInvalidValue);

#if CUDART_VERSION >= 13000 // the new call works, too
    const cudaMemLocation place = {cudaMemLocationTypeDevice, device};
    CHECK(cudaMemPrefetchAsync(values, bytes, place, 0, stream) == cudaSuccess);
    CHECK(cudaMemPrefetchAsync(values, bytes, {cudaMemLocationTypeHost, 0}, 0) == cudaSuccess);
    CHECK(cudaMemAdvise(values, bytes, cudaMemAdviseSetAccessedBy, place) == cudaSuccess);
#endif
    return failures;
}
