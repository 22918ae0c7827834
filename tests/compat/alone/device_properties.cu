// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The removed fields have the values of the attributes, and the properties choose a device.
#include <cuda_legacy/device_properties.h>

#include "check.h"

int main()
{
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
    int clock = -1, multiprocessors = -1, device = -1;
    cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    CHECK(properties.clockRate == clock && clock > 0);
    CHECK(properties.multiProcessorCount == multiprocessors);
    CHECK(cudaChooseDevice(&device, &properties) == cudaSuccess && device >= 0);
    CHECK(cudaGetDeviceProperties(&properties, -1) == cudaErrorInvalidDevice);
    return failures;
}
