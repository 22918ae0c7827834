/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_cuda_drvapi.h: checks and the choice of a device for the driver API. C++. The folder
//! compat/include/shims is on the include path only on request, and last on it.
#ifndef CUDA_LEGACY_SHIMS_HELPER_CUDA_DRVAPI_H
    #define CUDA_LEGACY_SHIMS_HELPER_CUDA_DRVAPI_H

    // The guards of the original in its versions: where a program has both, the first one counts.
    #if !defined(COMMON_HELPER_CUDA_DRVAPI_H_) && !defined(HELPER_CUDA_DRVAPI_H)
        #define COMMON_HELPER_CUDA_DRVAPI_H_
        #define HELPER_CUDA_DRVAPI_H

        #if defined(__cplusplus)

            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>

            #include <cuda.h>

            // Angle brackets: a program's own copies come first.
            #include <drvapi_error_string.h>
            #include <helper_string.h>

            #include "detail/driver_choice.h"
            #include "detail/rounded.h"

            #if !defined(MAX)
                #define MAX(__a, __b) ((__a) > (__b) ? (__a) : (__b))
            #endif

            #if !defined(checkCudaErrors)
                #define checkCudaErrors(__call) cuda_legacy_check((__call), #__call, __FILE__, __LINE__)
            #endif

            //! Waits for the context, and ends the program with `msg` if an error occurred.
            #define getLastCudaDrvErrorMsg(__msg) cuda_legacy_check(cuCtxSynchronize(), __msg, __FILE__, __LINE__)

//! Gives the number of cores of a multiprocessor of a compute capability. An unknown one counts as the newest known.
inline int _ConvertSMVer2CoresDRV(int major, int minor) { return cuda_legacy_cores_of(major, minor); }

//! Gives an attribute of a device. Ends the program if the device or the attribute does not exist.
template <class _Tp>
inline void getCudaAttribute(_Tp* attribute, CUdevice_attribute __device_attribute, int device)
{
    *attribute = static_cast<_Tp>(cuda_legacy_driver_attribute(__device_attribute, cuda_legacy_driver_device(device)));
}

//! Initialises the driver and chooses the device that `-device=N` names; the default is the first device. Ends the
//! program if there is no device.
//!
//! \return the number of the device. For a number that no device has, the negative number, after a message. For a
//!          device in compute mode prohibited, -1, after a message.
inline int gpuDeviceInitDRV(int ARGC, const char** ARGV)
{
    const int count = cuda_legacy_driver_count("gpuDeviceInitDRV");
    int __number = checkCmdLineFlag(ARGC, ARGV, "device") ? getCmdLineArgumentInt(ARGC, ARGV, "device=") : 0;
    if (__number < 0) __number = 0;
    if (__number >= count) {
        fprintf(stderr, ">> %d CUDA capable GPU device(s) detected; -device=%d is not one of them. <<\n", count,
                __number);
        return -__number;
    }
    if (cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, cuda_legacy_driver_device(__number)) ==
        CU_COMPUTEMODE_PROHIBITED) {
        fprintf(stderr, "Error: device is running in <CU_COMPUTEMODE_PROHIBITED>, no threads can use it.\n");
        return -1;
    }
    return __number;
}

//! Finds the device with the largest product of cores and clock, or the first of equal ones. Ends the program if there
//! is no device.
inline int gpuGetMaxGflopsDeviceIdDRV() { return cuda_legacy_driver_fastest("gpuGetMaxGflopsDeviceIdDRV"); }

//! Finds the device that `-device=N` names, and prints its name. The default is the fastest device. Ends the program if
//! there is no such device.
inline CUdevice findCudaDeviceDRV(int argc, const char** argv)
{
    const int __number =
        checkCmdLineFlag(argc, argv, "device") ? gpuDeviceInitDRV(argc, argv) : gpuGetMaxGflopsDeviceIdDRV();
    if (__number < 0) {
        printf("exiting...\n");
        exit(EXIT_FAILURE);
    }
    const CUdevice device = cuda_legacy_driver_device(__number);
    char name[256] = "";
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuDeviceGetName(name, static_cast<int>(sizeof name), device));
    printf("> Using CUDA Device [%d]: %s\n", __number, name);
    return device;
}

//! Finds the first integrated GPU that is not in compute mode prohibited. Ends the program if there is no such GPU.
inline CUdevice findIntegratedGPUDrv()
{
    const int count = cuda_legacy_driver_count("findIntegratedGPUDrv");
    for (int __number = 0; __number < count; __number++) {
        const CUdevice device = cuda_legacy_driver_device(__number);
        if (cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_INTEGRATED, device) &&
            cuda_legacy_driver_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device) != CU_COMPUTEMODE_PROHIBITED)
            return device;
    }
    fprintf(stderr, "CUDA error: No Integrated GPU found that supports CUDA.\n");
    exit(EXIT_FAILURE);
}

//! Tests whether a device has at least this compute capability, and prints the capability.
inline bool checkCudaCapabilitiesDRV(int __major_version, int __minor_version, int __devID)
{
    return cuda_legacy_driver_has(__major_version, __minor_version, __devID) != 0;
}

        #endif

    #endif

#endif
