/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_cuda.h: error checks, and the choice of a device. The folder compat/include/shims is on the
//! include path only on request, and last on it. A program's own copy therefore comes first.
//!
//! As in the original, an error prints file, line, code and call to stderr and ends the program with EXIT_FAILURE. The
//! macro CUDA_LEGACY_CHECK_FAILED changes the end; define it equally in every source that includes this header.
//!
//! checkCudaErrors takes the status of any CUDA library. It knows the names of the runtime's errors. It also knows the
//! errors of the driver, cuBLAS, cuFFT, cuRAND, cuSPARSE, cuSOLVER and NPP if the source includes the header of the
//! library before.
//!
//! Difference: the header also compiles as C, where checkCudaErrors takes errors of the runtime. The template `check`
//! is missing.

#include "detail/error_check.h" // before the guard: a second #include learns of libraries that came in between

#ifndef CUDA_LEGACY_SHIMS_HELPER_CUDA_H
    #define CUDA_LEGACY_SHIMS_HELPER_CUDA_H

    // The guards of the original in its versions: where a program has both, the first one counts.
    #if !defined(COMMON_HELPER_CUDA_H_) && !defined(HELPER_CUDA_H)
        #define COMMON_HELPER_CUDA_H_
        #define HELPER_CUDA_H

        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>

        #include <cuda_runtime_api.h>

        #include <helper_string.h> // angle brackets: a program's own copy comes first

        #include "detail/converted_sm.h"
        #include "detail/rounded.h"

        #if !defined(MAX)
            #define MAX(__a, __b) ((__a) > (__b) ? (__a) : (__b))
        #endif
        #if !defined(MIN)
            #define MIN(__a, __b) ((__a) < (__b) ? (__a) : (__b))
        #endif
        #if !defined(DEVICE_RESET)
            #define DEVICE_RESET cudaDeviceReset();
        #endif

    //! Ends the program with a message if `call` did not return success.
        #if defined(__cplusplus)
            #define checkCudaErrors(__call) cuda_legacy_check((__call), #__call, __FILE__, __LINE__)
        #else
            #define checkCudaErrors(__call) cuda_legacy_check_runtime((__call), #__call, __FILE__, __LINE__)
        #endif

    //! Ends the program with `message` if cudaGetLastError reports an error.
        #define getLastCudaError(message) cuda_legacy_last_error(message, __FILE__, __LINE__, 1)

    //! Prints `message` if cudaGetLastError reports an error, and continues.
        #define printLastCudaError(message) cuda_legacy_last_error(message, __FILE__, __LINE__, 0)

        #if defined(__cplusplus)
//! Gives the name of a status of the runtime, or of a library whose header the source includes before this header.
template <class _Status>
inline const char* _cudaGetErrorEnum(_Status status)
{
    return cuda_legacy_status_name(status);
}
        #else
static inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
        #endif

//! Gives the name of the architecture of a compute capability. An unknown one counts as the newest known.
static inline const char* _ConvertSMVer2ArchName(int major, int minor)
{
    return cuda_legacy_architecture_of(major, minor, "MapSMtoArchName").name;
}

//! Makes a device current. Ends the program if there is no device.
//!
//! \param devID the number of the device; a negative number means the first device
//! \return the number of the device. For a number that no device has, the negative number, after a message. For a
//!         device in compute mode prohibited, -1, after a message.
//!
//! Now: cudaSetDevice.
static inline int gpuDeviceInit(int __devID)
{
    const int count = cuda_legacy_device_count("gpuDeviceInit");
    struct cudaDeviceProp __properties;
    if (__devID < 0) __devID = 0;
    if (__devID >= count) {
        fprintf(stderr, "\n>> %d CUDA capable GPU device(s) detected. <<\n", count);
        fprintf(stderr, ">> gpuDeviceInit (-device=%d) is not a valid GPU device. <<\n\n", __devID);
        return -__devID;
    }
    if (cuda_legacy_is_prohibited(__devID)) {
        fprintf(stderr, "Error: device is running in <Compute Mode Prohibited>, no threads can use cudaSetDevice().\n");
        return -1;
    }
    CUDA_LEGACY_DETAIL_CHECK_RUNTIME(cudaSetDevice(__devID));
    __properties = cuda_legacy_properties_of(__devID);
    printf("gpuDeviceInit() CUDA Device [%d]: \"%s\"\n", __devID, __properties.name);
    return __devID;
}

//! Finds the fastest device: the device with the largest product of cores and clock, or the first of equal ones. Ends
//! the program if there is no device.
//!
//! \return the number of the device. Devices in compute mode prohibited are ignored.
static inline int gpuGetMaxGflopsDeviceId(void) { return cuda_legacy_fastest_device("gpuGetMaxGflopsDeviceId"); }

//! Makes a device current and prints its name. The argument `-device=N` gives the number; the default is the fastest
//! device (gpuGetMaxGflopsDeviceId). Ends the program if there is no such device.
//!
//! \param argc the number of arguments
//! \param argv the arguments
//! \return the number of the device
//!
//! Now: cudaSetDevice.
static inline int findCudaDevice(int argc, const char** argv)
{
    struct cudaDeviceProp __properties;
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
    CUDA_LEGACY_DETAIL_CHECK_RUNTIME(cudaSetDevice(device));
    __properties = cuda_legacy_properties_of(device);
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, __properties.name, __properties.major,
           __properties.minor);
    return device;
}

//! Makes the first integrated GPU current and prints its name. GPUs in compute mode prohibited are ignored. Ends the
//! program if there is no such GPU.
//!
//! \return the number of the device
static inline int findIntegratedGPU(void)
{
    const int count = cuda_legacy_device_count("findIntegratedGPU");
    struct cudaDeviceProp __properties;
    int device;
    for (device = 0; device < count; device++) {
        if (!cuda_legacy_attribute(cudaDevAttrIntegrated, device)) continue;
        if (cuda_legacy_is_prohibited(device)) continue;
        CUDA_LEGACY_DETAIL_CHECK_RUNTIME(cudaSetDevice(device));
        __properties = cuda_legacy_properties_of(device);
        printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, __properties.name, __properties.major,
               __properties.minor);
        return device;
    }
    fprintf(stderr, "CUDA error: No Integrated GPU found that supports CUDA.\n");
    exit(EXIT_FAILURE);
}

//! Tests the compute capability of the current device, and prints it.
//!
//! \param major_version the major number to reach
//! \param minor_version the minor number to reach
//! \return true if the device has at least this compute capability
static inline bool checkCudaCapabilities(int __major_version, int __minor_version)
{
    return cuda_legacy_has_capability(__major_version, __minor_version) != 0;
}

    #endif

#endif
