// The choice of a device, for helper_cuda.h.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_DEVICE_CHOICE_H
#define CUDA_LEGACY_SHIMS_DETAIL_DEVICE_CHOICE_H

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

#include <helper_string.h>

#include "error_check.h"

// What is known of a compute capability: its architecture's name, and how many cores a multiprocessor has.
struct cuda_legacy_architecture {
    int major, minor, cores;
    const char* name;
};

// The entry of a compute capability; of one that is not known the newest, with a word on stdout.
static inline struct cuda_legacy_architecture cuda_legacy_architecture_of(int major, int minor, const char* asked)
{
    static const struct cuda_legacy_architecture known[] = {
        {1, 0, 8, "Tesla"},        {1, 1, 8, "Tesla"},        {1, 2, 8, "Tesla"},        {1, 3, 8, "Tesla"},
        {2, 0, 32, "Fermi"},       {2, 1, 48, "Fermi"},       {3, 0, 192, "Kepler"},     {3, 2, 192, "Kepler"},
        {3, 5, 192, "Kepler"},     {3, 7, 192, "Kepler"},     {5, 0, 128, "Maxwell"},    {5, 2, 128, "Maxwell"},
        {5, 3, 128, "Maxwell"},    {6, 0, 64, "Pascal"},      {6, 1, 128, "Pascal"},     {6, 2, 128, "Pascal"},
        {7, 0, 64, "Volta"},       {7, 2, 64, "Xavier"},      {7, 5, 64, "Turing"},      {8, 0, 64, "Ampere"},
        {8, 6, 128, "Ampere"},     {8, 7, 128, "Ampere"},     {8, 9, 128, "Ada"},        {9, 0, 128, "Hopper"},
        {10, 0, 128, "Blackwell"}, {10, 3, 128, "Blackwell"}, {11, 0, 128, "Blackwell"}, {12, 0, 128, "Blackwell"},
        {12, 1, 128, "Blackwell"},
    };
    const int count = (int)(sizeof known / sizeof *known);
    int i;
    for (i = 0; i < count; i++)
        if (known[i].major == major && known[i].minor == minor) return known[i];
    printf("%s for SM %d.%d is undefined: taken as SM %d.%d, %s, with %d cores\n", asked, major, minor,
           known[count - 1].major, known[count - 1].minor, known[count - 1].name, known[count - 1].cores);
    return known[count - 1];
}

//! Cores of a multiprocessor of this compute capability; of an unknown one as many as the newest known has.
static inline int _ConvertSMVer2Cores(int major, int minor)
{
    return cuda_legacy_architecture_of(major, minor, "MapSMtoCores").cores;
}

//! The name of the architecture of this compute capability; of an unknown one the newest known.
static inline const char* _ConvertSMVer2ArchName(int major, int minor)
{
    return cuda_legacy_architecture_of(major, minor, "MapSMtoArchName").name;
}

static inline int cuda_legacy_attribute(enum cudaDeviceAttr attribute, int device)
{
    int value = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

static inline int cuda_legacy_device_count(const char* caller)
{
    int count = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    if (count > 0) return count;
    fprintf(stderr, "%s() CUDA error: no devices supporting CUDA.\n", caller);
    exit(EXIT_FAILURE);
}

//! Makes a device current; a negative number means the first.
//! \return its number; with a message the negative of a number that no device has, and -1 for a device in compute mode
//!         prohibited. Ends the program when there is no device.
static inline int gpuDeviceInit(int devID)
{
    const int count = cuda_legacy_device_count("gpuDeviceInit");
    struct cudaDeviceProp properties;
    if (devID < 0) devID = 0;
    if (devID >= count) {
        fprintf(stderr, "\n>> %d CUDA capable GPU device(s) detected. <<\n", count);
        fprintf(stderr, ">> gpuDeviceInit (-device=%d) is not a valid GPU device. <<\n\n", devID);
        return -devID;
    }
    if (cuda_legacy_attribute(cudaDevAttrComputeMode, devID) == (int)cudaComputeModeProhibited) {
        fprintf(stderr, "Error: device is running in <Compute Mode Prohibited>, no threads can use cudaSetDevice().\n");
        return -1;
    }
    checkCudaErrors(cudaSetDevice(devID));
    checkCudaErrors(cudaGetDeviceProperties(&properties, devID));
    printf("gpuDeviceInit() CUDA Device [%d]: \"%s\"\n", devID, properties.name);
    return devID;
}

//! The device with the most cores times clock, the first of equal ones; devices in compute mode prohibited are left
//! out. Ends the program when there is none.
static inline int gpuGetMaxGflopsDeviceId(void)
{
    const int count = cuda_legacy_device_count("gpuGetMaxGflopsDeviceId");
    unsigned long long most = 0;
    int fastest = -1, device;
    for (device = 0; device < count; device++) {
        unsigned long long operations;
        int clock = 0;
        if (cuda_legacy_attribute(cudaDevAttrComputeMode, device) == (int)cudaComputeModeProhibited) continue;
        if (cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device) != cudaSuccess || clock <= 0) {
            cudaGetLastError(); // not every driver tells it
            clock = 1;
        }
        operations =
            (unsigned long long)cuda_legacy_attribute(cudaDevAttrMultiProcessorCount, device) *
            (unsigned long long)_ConvertSMVer2Cores(cuda_legacy_attribute(cudaDevAttrComputeCapabilityMajor, device),
                                                    cuda_legacy_attribute(cudaDevAttrComputeCapabilityMinor, device)) *
            (unsigned long long)clock;
        if (fastest >= 0 && operations <= most) continue;
        most = operations;
        fastest = device;
    }
    if (fastest < 0) {
        fprintf(stderr, "gpuGetMaxGflopsDeviceId() CUDA error: all devices have compute mode prohibited.\n");
        exit(EXIT_FAILURE);
    }
    return fastest;
}

//! Makes a device current and prints which: the one that an argument `-device=N` names, else the fastest
//! (gpuGetMaxGflopsDeviceId). Ends the program when there is none, or none of that number.
//! \return its number
static inline int findCudaDevice(int argc, const char** argv)
{
    struct cudaDeviceProp properties;
    int device;
    if (checkCmdLineFlag(argc, argv, "device")) {
        device = getCmdLineArgumentInt(argc, argv, "device=");
        if (device < 0) {
            printf("Invalid command line parameter\n ");
            exit(EXIT_FAILURE);
        }
        device = gpuDeviceInit(device);
        if (device < 0) {
            printf("exiting...\n");
            exit(EXIT_FAILURE);
        }
        return device;
    }
    device = gpuGetMaxGflopsDeviceId();
    checkCudaErrors(cudaSetDevice(device));
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, properties.name, properties.major,
           properties.minor);
    return device;
}

//! Makes the first integrated GPU current that is not in compute mode prohibited, and prints which.
//! \return its number. Ends the program when there is none.
static inline int findIntegratedGPU(void)
{
    const int count = cuda_legacy_device_count("findIntegratedGPU");
    struct cudaDeviceProp properties;
    int device;
    for (device = 0; device < count; device++) {
        if (!cuda_legacy_attribute(cudaDevAttrIntegrated, device)) continue;
        if (cuda_legacy_attribute(cudaDevAttrComputeMode, device) == (int)cudaComputeModeProhibited) continue;
        checkCudaErrors(cudaSetDevice(device));
        checkCudaErrors(cudaGetDeviceProperties(&properties, device));
        printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, properties.name, properties.major,
               properties.minor);
        return device;
    }
    fprintf(stderr, "CUDA error: No Integrated GPU found that supports CUDA.\n");
    exit(EXIT_FAILURE);
}

//! Whether the current device has at least this compute capability; prints what it has.
static inline bool checkCudaCapabilities(int major_version, int minor_version)
{
    int device = 0, major, minor;
    struct cudaDeviceProp properties;
    checkCudaErrors(cudaGetDevice(&device));
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    major = properties.major;
    minor = properties.minor;
    if (major > major_version || (major == major_version && minor >= minor_version)) {
        printf("  Device %d: <%16s >, Compute SM %d.%d detected\n", device, properties.name, major, minor);
        return true;
    }
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major_version, minor_version);
    return false;
}

#endif
