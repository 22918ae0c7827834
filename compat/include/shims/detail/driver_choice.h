// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of a device by the driver's functions, for cutil_inline_drvapi.h and helper_cuda_drvapi.h.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_DRIVER_CHOICE_H
#define CUDA_LEGACY_SHIMS_DETAIL_DRIVER_CHOICE_H

#include <cuda.h>

#include "device_choice.h"

#define CUDA_LEGACY_DETAIL_CHECK_DRIVER(call) cuda_legacy_check((call), #call, __FILE__, __LINE__)

static inline int cuda_legacy_driver_attribute(CUdevice_attribute attribute, CUdevice device)
{
    int value = 0;
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuDeviceGetAttribute(&value, attribute, device));
    return value;
}

// How many devices there are. Initialises the driver; ends the program when there is none.
static inline int cuda_legacy_driver_count(const char* caller)
{
    int count = 0;
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuInit(0));
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuDeviceGetCount(&count));
    if (count > 0) return count;
    fprintf(stderr, "%s() CUDA error: no devices supporting CUDA.\n", caller);
    exit(EXIT_FAILURE);
}

static inline CUdevice cuda_legacy_driver_device(int number)
{
    CUdevice device = 0;
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuDeviceGet(&device, number));
    return device;
}

// As cuda_legacy_fastest_device.
static inline int cuda_legacy_driver_fastest(const char* caller)
{
    const int count = cuda_legacy_driver_count(caller);
    unsigned long long most = 0;
    int fastest = -1, number;
    for (number = 0; number < count; number++) {
        const CUdevice device = cuda_legacy_driver_device(number);
        unsigned long long operations;
        int clock = 0;
        if (cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device) == (int)CU_COMPUTEMODE_PROHIBITED)
            continue;
        if (cuDeviceGetAttribute(&clock, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, device) != CUDA_SUCCESS || clock <= 0)
            clock = 1; // not every driver tells it
        operations =
            (unsigned long long)cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device) *
            (unsigned long long)cuda_legacy_cores_of(
                cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
                cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device)) *
            (unsigned long long)clock;
        if (fastest >= 0 && operations <= most) continue;
        most = operations;
        fastest = number;
    }
    if (fastest < 0) {
        fprintf(stderr, "%s() CUDA error: all devices have compute mode prohibited.\n", caller);
        exit(EXIT_FAILURE);
    }
    return fastest;
}

// Whether a device has at least this compute capability; prints what it has.
static inline int cuda_legacy_driver_has(int major_version, int minor_version, int number)
{
    const CUdevice device = cuda_legacy_driver_device(number);
    const int major = cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    const int minor = cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    const int enough = major > major_version || (major == major_version && minor >= minor_version);
    char name[256] = "";
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuDeviceGetName(name, (int)sizeof name, device));
    printf("  Device %d: <%16s >, Compute SM %d.%d detected%s\n", number, name, major, minor,
           enough ? "" : ", which is not enough");
    return enough;
}

#endif
