// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of a device by functions of the driver, for cutil_inline_drvapi.h and helper_cuda_drvapi.h.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_DRIVER_CHOICE_H
#define CUDA_LEGACY_SHIMS_DETAIL_DRIVER_CHOICE_H

#include <cuda.h>

#include "device_choice.h"

#define CUDA_LEGACY_DETAIL_CHECK_DRIVER(__call) cuda_legacy_check((__call), #__call, __FILE__, __LINE__)

static inline int cuda_legacy_driver_attribute(CUdevice_attribute attribute, CUdevice device)
{
    int value = 0;
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuDeviceGetAttribute(&value, attribute, device));
    return value;
}

// Initialises the driver and counts the devices. Ends the program if there is no device.
static inline int cuda_legacy_driver_count(const char* __caller)
{
    int count = 0;
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuInit(0));
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuDeviceGetCount(&count));
    if (count > 0) return count;
    fprintf(stderr, "%s() CUDA error: no devices supporting CUDA.\n", __caller);
    exit(EXIT_FAILURE);
}

static inline CUdevice cuda_legacy_driver_device(int __number)
{
    CUdevice device = 0;
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuDeviceGet(&device, __number));
    return device;
}

// Finds the same device as cuda_legacy_fastest_device.
static inline int cuda_legacy_driver_fastest(const char* __caller)
{
    const int count = cuda_legacy_driver_count(__caller);
    unsigned long long __most = 0;
    int __fastest = -1, __number;
    for (__number = 0; __number < count; __number++) {
        const CUdevice device = cuda_legacy_driver_device(__number);
        unsigned long long operations;
        int clock = 0;
        if (cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device) == (int)CU_COMPUTEMODE_PROHIBITED)
            continue;
        if (cuDeviceGetAttribute(&clock, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, device) != CUDA_SUCCESS || clock <= 0)
            clock = 1; // some drivers do not report the clock
        operations =
            (unsigned long long)cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device) *
            (unsigned long long)cuda_legacy_cores_of(
                cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
                cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device)) *
            (unsigned long long)clock;
        if (__fastest >= 0 && operations <= __most) continue;
        __most = operations;
        __fastest = __number;
    }
    if (__fastest < 0) {
        fprintf(stderr, "%s() CUDA error: all devices have compute mode prohibited.\n", __caller);
        exit(EXIT_FAILURE);
    }
    return __fastest;
}

// Tests whether a device has at least this compute capability, and prints the capability.
static inline int cuda_legacy_driver_has(int __major_version, int __minor_version, int __number)
{
    const CUdevice device = cuda_legacy_driver_device(__number);
    const int major = cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    const int minor = cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    const int __enough = major > __major_version || (major == __major_version && minor >= __minor_version);
    char name[256] = "";
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuDeviceGetName(name, (int)sizeof name, device));
    printf("  Device %d: <%16s >, Compute SM %d.%d detected%s\n", __number, name, major, minor,
           __enough ? "" : ", which is not enough");
    return __enough;
}

#endif
