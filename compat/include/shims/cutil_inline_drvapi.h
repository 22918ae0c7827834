/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cutil_inline_drvapi.h (CUDA 3 and 4): checks and the choice of a device for the driver API. C and
//! C++. The folder compat/include/shims is on the include path only on request, and last on it.
#ifndef CUDA_LEGACY_SHIMS_CUTIL_INLINE_DRVAPI_H
    #define CUDA_LEGACY_SHIMS_CUTIL_INLINE_DRVAPI_H

    #if !defined(_CUTIL_INLINE_FUNCTIONS_DRVAPI_H_) && !defined(_CUTIL_INLINE_DRVAPI_H_)
        #define _CUTIL_INLINE_FUNCTIONS_DRVAPI_H_
        #define _CUTIL_INLINE_DRVAPI_H_

        #include <cuda.h>

        #if !defined(__cplusplus)
            #include <stdbool.h>
        #endif

        // Angle brackets: a program's own copy comes first.
        #include <cutil.h>
        #include <drvapi_error_string.h>

        #include "detail/driver_choice.h"

        //! End the program if a call of the driver failed. Neither macro waits for the device.
        #define cutilDrvSafeCall(__err) cuda_legacy_check((__err), #__err, __FILE__, __LINE__)
        #define cutilDrvSafeCallNoSync(__err) cuda_legacy_check((__err), #__err, __FILE__, __LINE__)

        //! Waits for the context, and ends the program if an error occurred.
        #define cutilDrvCtxSync() cuda_legacy_check(cuCtxSynchronize(), "cutilDrvCtxSync", __FILE__, __LINE__)
        #define cutilDrvCheckMsg(__msg) cuda_legacy_check(cuCtxSynchronize(), __msg, __FILE__, __LINE__)
        #define cutilDrvCudaCheckCtxLost(__errorMessage) cutilDrvCheckMsg(__errorMessage)

        //! Rounds an offset among a kernel's parameters up to an alignment.
        #define cutilDrvAlignOffset(offset, alignment) (offset = (offset + (alignment)-1) & ~((alignment)-1))

//! Finds the device with the largest product of cores and clock, or the first of equal ones. Ends the program if there
//! is no device.
static inline int cutilDrvGetMaxGflopsDeviceId(void)
{
    return cuda_legacy_driver_fastest("cutilDrvGetMaxGflopsDeviceId");
}
static inline int cutilDrvGetMaxGflopsGraphicsDeviceId(void)
{
    return cuda_legacy_driver_fastest("cutilDrvGetMaxGflopsGraphicsDeviceId");
}

// Finds the device that `--device=N` names: the last device if N is too large, and the first without the argument.
static inline int cuda_legacy_driver_device_by_argument(int argc, const char** argv)
{
    const int count = cuda_legacy_driver_count("cutil");
    char name[256] = "";
    long long __number = 0;
    cuda_legacy_integer_argument(argc, argv, "device", &__number);
    if (__number < 0) __number = 0;
    if (__number >= count) __number = count - 1;
    CUDA_LEGACY_DETAIL_CHECK_DRIVER(cuDeviceGetName(name, (int)sizeof name, cuda_legacy_driver_device((int)__number)));
    if (!cuda_legacy_named_argument(argc, argv, "quiet")) printf("> Using CUDA device [%d]: %s\n", (int)__number, name);
    return (int)__number;
}

        #if defined(__cplusplus)
//! Initialises the driver.
//! \return the number of the device that `--device=N` names, or 0
inline int cutilDeviceInitDrv(int argc, char** argv)
{
    return cuda_legacy_driver_device_by_argument(argc, (const char**)argv);
}

//! Stores the device in cuDevice, as the version of CUDA 2 and 3 did.
inline void cutilDeviceInitDrv(CUdevice& __cuDevice, int argc, char** argv)
{
    __cuDevice = cuda_legacy_driver_device(cutilDeviceInitDrv(argc, argv));
}
        #endif

        //! Stores the device in cuDevice, as the macro of cutil.h did.
        #define CUT_DEVICE_INIT_DRV(__cuDevice, ARGC, ARGV)                                                            \
            {                                                                                                          \
                __cuDevice =                                                                                           \
                    cuda_legacy_driver_device(cuda_legacy_driver_device_by_argument(ARGC, (const char**)(ARGV)));      \
            }

//! Finds the device that `--device=N` names; the default is the fastest device. *p_devID receives its number.
static inline CUdevice cutilChooseCudaDeviceDrv(int argc, char** argv, int* __p_devID)
{
    const int __number = cuda_legacy_named_argument(argc, (const char**)argv, "device")
                             ? cuda_legacy_driver_device_by_argument(argc, (const char**)argv)
                             : cutilDrvGetMaxGflopsDeviceId();
    if (__p_devID) *__p_devID = __number;
    return cuda_legacy_driver_device(__number);
}

//! Tests whether a device has at least this compute capability, and prints the capability.
static inline bool cutilDrvCudaDevCapabilities(int __major_version, int __minor_version, int __deviceNum)
{
    return cuda_legacy_driver_has(__major_version, __minor_version, __deviceNum) != 0;
}

    #endif

#endif
