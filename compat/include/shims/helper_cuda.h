/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_cuda.h: error checks, and the choice of a device. On the include path only when asked for,
//! and last on it, so that a program's own copy is the one it gets (compat/include/shims).
//!
//! As there, an error prints file, line, code and call to stderr and ends the program with EXIT_FAILURE.
//! checkCudaErrors takes the status of any CUDA library. It knows the names of the runtime's errors; and of the
//! driver's, cuBLAS', cuFFT's, cuRAND's, cuSPARSE's, cuSOLVER's and NPP's, each where the library's header was included
//! before. What differs from the original: it also compiles as C, where checkCudaErrors takes the runtime's errors; the
//! template `check` is not there.
//! Where the process has to go on, define CUDA_LEGACY_CHECK_FAILED for every source that includes this header.

#include "detail/error_check.h" // in front of the guard: a second #include knows the libraries that came in between

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

        #include <helper_string.h> // not "helper_string.h": a program's own one goes first

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

    //! Ends the program with a message when `call` did not return success.
        #if defined(__cplusplus)
            #define checkCudaErrors(__call) cuda_legacy_check((__call), #__call, __FILE__, __LINE__)
        #else
            #define checkCudaErrors(__call) cuda_legacy_check_runtime((__call), #__call, __FILE__, __LINE__)
        #endif

    //! Ends the program with `message` when cudaGetLastError tells an error.
        #define getLastCudaError(message) cuda_legacy_last_error(message, __FILE__, __LINE__, 1)

    //! Prints `message` when cudaGetLastError tells an error, and goes on.
        #define printLastCudaError(message) cuda_legacy_last_error(message, __FILE__, __LINE__, 0)

        #if defined(__cplusplus)
//! The name of a status of the runtime, or of a library whose header was included before.
template <class _Status>
inline const char* _cudaGetErrorEnum(_Status status)
{
    return cuda_legacy_status_name(status);
}
        #else
static inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
        #endif

//! The name of the architecture of this compute capability; of an unknown one the newest known.
static inline const char* _ConvertSMVer2ArchName(int major, int minor)
{
    return cuda_legacy_architecture_of(major, minor, "MapSMtoArchName").name;
}

//! Makes a device current; a negative number means the first.
//! \return its number; with a message the negative of a number that no device has, and -1 for a device in compute mode
//!         prohibited. Ends the program when there is no device.
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

//! The device with the most cores times clock, the first of equal ones; devices in compute mode prohibited are left
//! out. Ends the program when there is none.
static inline int gpuGetMaxGflopsDeviceId(void) { return cuda_legacy_fastest_device("gpuGetMaxGflopsDeviceId"); }

//! Makes a device current and prints which: the one that an argument `-device=N` names, else the fastest
//! (gpuGetMaxGflopsDeviceId). Ends the program when there is none, or none of that number.
//! \return its number
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

//! Makes the first integrated GPU current that is not in compute mode prohibited, and prints which.
//! \return its number. Ends the program when there is none.
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

//! Whether the current device has at least this compute capability; prints what it has.
static inline bool checkCudaCapabilities(int __major_version, int __minor_version)
{
    return cuda_legacy_has_capability(__major_version, __minor_version) != 0;
}

    #endif

#endif
