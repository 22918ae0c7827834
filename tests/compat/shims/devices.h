// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A simulated machine: the runtime's functions that the shims call, without a runtime.
#ifndef DEVICES_H
#define DEVICES_H

#include <cstring>
#include <vector>

#include <cuda_runtime_api.h>

struct device {
    const char* name;
    int major, minor, multiprocessors, clock;
    bool prohibited, integrated;
};

static std::vector<device> devices;
static int current = 0;
static cudaError_t last_error = cudaSuccess;
static bool clock_is_known = true;

static const device* device_of(int number)
{
    return number >= 0 && number < static_cast<int>(devices.size()) ? &devices[number] : nullptr;
}

extern "C" {
cudaError_t CUDARTAPI cudaGetDeviceCount(int* count)
{
    *count = static_cast<int>(devices.size());
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetDevice(int* number)
{
    *number = current;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaSetDevice(int number)
{
    if (!device_of(number)) return last_error = cudaErrorInvalidDevice;
    current = number;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetDeviceProperties(cudaDeviceProp* properties, int number)
{
    const device* const one = device_of(number);
    if (!one) return last_error = cudaErrorInvalidDevice;
    std::memset(properties, 0, sizeof *properties);
    std::strcpy(properties->name, one->name);
    properties->major = one->major;
    properties->minor = one->minor;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int number)
{
    const device* const one = device_of(number);
    if (!one) return last_error = cudaErrorInvalidDevice;
    switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor:
        *value = one->major;
        return cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
        *value = one->minor;
        return cudaSuccess;
    case cudaDevAttrMultiProcessorCount:
        *value = one->multiprocessors;
        return cudaSuccess;
    case cudaDevAttrComputeMode:
        *value = one->prohibited ? cudaComputeModeProhibited : cudaComputeModeDefault;
        return cudaSuccess;
    case cudaDevAttrIntegrated:
        *value = one->integrated;
        return cudaSuccess;
    case cudaDevAttrClockRate:
        if (!clock_is_known) return last_error = cudaErrorInvalidValue;
        *value = one->clock;
        return cudaSuccess;
    default:
        return last_error = cudaErrorInvalidValue;
    }
}

cudaError_t CUDARTAPI cudaDeviceSynchronize() { return last_error; }

cudaError_t CUDARTAPI cudaDeviceReset() { return cudaSuccess; }

cudaError_t CUDARTAPI cudaGetLastError()
{
    const cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

const char* CUDARTAPI cudaGetErrorName(cudaError_t error)
{
    return error == cudaErrorInvalidValue ? "cudaErrorInvalidValue" : "cudaErrorOther";
}

const char* CUDARTAPI cudaGetErrorString(cudaError_t error)
{
    return error == cudaErrorInvalidValue ? "invalid argument" : "another error";
}
}

#endif
