// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of a device, for helper_cuda.h, cutil.h and cutil_inline.h.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_DEVICE_CHOICE_H
#define CUDA_LEGACY_SHIMS_DETAIL_DEVICE_CHOICE_H

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

#include "command_line.h"
#include "error_check.h"

// An architecture: its name and the cores of a multiprocessor, for a compute capability.
struct cuda_legacy_architecture {
    int major, minor, __cores;
    const char* name;
};

// Finds the architecture of a compute capability. For an unknown one, prints a message on stdout and gives the newest
// known.
static inline struct cuda_legacy_architecture cuda_legacy_architecture_of(int major, int minor, const char* __asked)
{
    static const struct cuda_legacy_architecture __known[] = {
        {1, 0, 8, "Tesla"},        {1, 1, 8, "Tesla"},        {1, 2, 8, "Tesla"},        {1, 3, 8, "Tesla"},
        {2, 0, 32, "Fermi"},       {2, 1, 48, "Fermi"},       {3, 0, 192, "Kepler"},     {3, 2, 192, "Kepler"},
        {3, 5, 192, "Kepler"},     {3, 7, 192, "Kepler"},     {5, 0, 128, "Maxwell"},    {5, 2, 128, "Maxwell"},
        {5, 3, 128, "Maxwell"},    {6, 0, 64, "Pascal"},      {6, 1, 128, "Pascal"},     {6, 2, 128, "Pascal"},
        {7, 0, 64, "Volta"},       {7, 2, 64, "Xavier"},      {7, 5, 64, "Turing"},      {8, 0, 64, "Ampere"},
        {8, 6, 128, "Ampere"},     {8, 7, 128, "Ampere"},     {8, 9, 128, "Ada"},        {9, 0, 128, "Hopper"},
        {10, 0, 128, "Blackwell"}, {10, 3, 128, "Blackwell"}, {11, 0, 128, "Blackwell"}, {12, 0, 128, "Blackwell"},
        {12, 1, 128, "Blackwell"},
    };
    const int count = (int)(sizeof __known / sizeof *__known);
    int __i;
    for (__i = 0; __i < count; __i++)
        if (__known[__i].major == major && __known[__i].minor == minor) return __known[__i];
    printf("%s for SM %d.%d is undefined: taken as SM %d.%d, %s, with %d cores\n", __asked, major, minor,
           __known[count - 1].major, __known[count - 1].minor, __known[count - 1].name, __known[count - 1].__cores);
    return __known[count - 1];
}

static inline int cuda_legacy_cores_of(int major, int minor)
{
    return cuda_legacy_architecture_of(major, minor, "MapSMtoCores").__cores;
}

static inline int cuda_legacy_attribute(enum cudaDeviceAttr attribute, int device)
{
    int value = 0;
    CUDA_LEGACY_DETAIL_CHECK_RUNTIME(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

// Counts the devices. Ends the program if there is no device.
static inline int cuda_legacy_device_count(const char* __caller)
{
    int count = 0;
    CUDA_LEGACY_DETAIL_CHECK_RUNTIME(cudaGetDeviceCount(&count));
    if (count > 0) return count;
    fprintf(stderr, "%s() CUDA error: no devices supporting CUDA.\n", __caller);
    exit(EXIT_FAILURE);
}

static inline struct cudaDeviceProp cuda_legacy_properties_of(int device)
{
    struct cudaDeviceProp __properties;
    CUDA_LEGACY_DETAIL_CHECK_RUNTIME(cudaGetDeviceProperties(&__properties, device));
    return __properties;
}

static inline int cuda_legacy_is_prohibited(int device)
{
    return cuda_legacy_attribute(cudaDevAttrComputeMode, device) == (int)cudaComputeModeProhibited;
}

// Finds the device with the largest product of cores and clock, or the first of equal ones. Ignores devices in compute
// mode prohibited. Ends the program if there is no device.
static inline int cuda_legacy_fastest_device(const char* __caller)
{
    const int count = cuda_legacy_device_count(__caller);
    unsigned long long __most = 0;
    int __fastest = -1, device;
    for (device = 0; device < count; device++) {
        unsigned long long operations;
        int clock = 0;
        if (cuda_legacy_is_prohibited(device)) continue;
        if (cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device) != cudaSuccess || clock <= 0) {
            cudaGetLastError(); // some drivers do not report the clock
            clock = 1;
        }
        operations =
            (unsigned long long)cuda_legacy_attribute(cudaDevAttrMultiProcessorCount, device) *
            (unsigned long long)cuda_legacy_cores_of(cuda_legacy_attribute(cudaDevAttrComputeCapabilityMajor, device),
                                                     cuda_legacy_attribute(cudaDevAttrComputeCapabilityMinor, device)) *
            (unsigned long long)clock;
        if (__fastest >= 0 && operations <= __most) continue;
        __most = operations;
        __fastest = device;
    }
    if (__fastest < 0) {
        fprintf(stderr, "%s() CUDA error: all devices have compute mode prohibited.\n", __caller);
        exit(EXIT_FAILURE);
    }
    return __fastest;
}

// Tests whether the current device has at least this compute capability, and prints the capability.
static inline int cuda_legacy_has_capability(int __major_version, int __minor_version)
{
    int device = 0;
    struct cudaDeviceProp __properties;
    CUDA_LEGACY_DETAIL_CHECK_RUNTIME(cudaGetDevice(&device));
    __properties = cuda_legacy_properties_of(device);
    if (__properties.major > __major_version ||
        (__properties.major == __major_version && __properties.minor >= __minor_version)) {
        printf("  Device %d: <%16s >, Compute SM %d.%d detected\n", device, __properties.name, __properties.major,
               __properties.minor);
        return 1;
    }
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", __major_version,
           __minor_version);
    return 0;
}

// Makes the device current that `--device=N` names, as cutil does: the last device if N is too large, and the first
// without the argument. Prints its name, unless `--quiet` is given.
static inline int cuda_legacy_device_by_argument(int argc, const char** argv)
{
    const int count = cuda_legacy_device_count("cutil");
    struct cudaDeviceProp __properties;
    long long __number = 0;
    int device;
    cuda_legacy_integer_argument(argc, argv, "device", &__number);
    device = __number < 0 ? 0 : __number >= count ? count - 1 : (int)__number;
    __properties = cuda_legacy_properties_of(device);
    if (!cuda_legacy_named_argument(argc, argv, "quiet"))
        fprintf(stderr, "Using device %d: %s\n", device, __properties.name);
    CUDA_LEGACY_DETAIL_CHECK_RUNTIME(cudaSetDevice(device));
    return device;
}

#endif
