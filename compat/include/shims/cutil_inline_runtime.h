/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cutil_inline_runtime.h (CUDA 2.3 to 4): checks as functions, and the choice of a device. C and C++.
//! The folder compat/include/shims is on the include path only on request, and last on it.
//!
//! A failed check prints file, line, code and call on stderr and ends the program with EXIT_FAILURE; the original's
//! status was -1. The macro CUDA_LEGACY_CHECK_FAILED (detail/error_check.h) changes the end.
#ifndef CUDA_LEGACY_SHIMS_CUTIL_INLINE_RUNTIME_H
    #define CUDA_LEGACY_SHIMS_CUTIL_INLINE_RUNTIME_H

    // The guards of the original in its versions: where a program has both, the first one counts.
    #if !defined(_CUTIL_INLINE_FUNCTIONS_RUNTIME_H_) && !defined(_CUTIL_INLINE_RUNTIME_H_)
        #define _CUTIL_INLINE_FUNCTIONS_RUNTIME_H_
        #define _CUTIL_INLINE_RUNTIME_H_

        #if !defined(__cplusplus)
            #include <stdbool.h>
        #endif

        #include <cutil.h> // angle brackets: a program's own copy comes first

        // Programs rely on cuFFT's types, which the original included.
        #if defined(__has_include)
            #if __has_include(<cufft.h>)
                #include <cufft.h>
            #endif
        #endif

        #include "detail/converted_sm.h"
        #include "detail/rounded.h"

        #if !defined(MIN)
            #define MIN(__a, __b) ((__a) < (__b) ? (__a) : (__b))
        #endif
        #if !defined(MAX)
            #define MAX(__a, __b) ((__a) > (__b) ? (__a) : (__b))
        #endif

        //! End the program if a call of the runtime failed. Neither macro waits for the device.
        #define cutilSafeCall(__err) cuda_legacy_check_runtime((__err), #__err, __FILE__, __LINE__)
        #define cutilSafeCallNoSync(__err) cuda_legacy_check_runtime((__err), #__err, __FILE__, __LINE__)

        //! Waits for the device, and ends the program if an error occurred.
        #define cutilSafeThreadSync()                                                                                  \
            cuda_legacy_check_runtime(cudaDeviceSynchronize(), "cutilSafeThreadSync", __FILE__, __LINE__)

        //! End the program if a call of a library failed.
        #define cufftSafeCall(__err) cuda_legacy_check((__err), #__err, __FILE__, __LINE__)
        #define curandSafeCall(__err) cuda_legacy_check((__err), #__err, __FILE__, __LINE__)
        #define cublasSafeCall(__err) cuda_legacy_check((__err), #__err, __FILE__, __LINE__)

        //! Ends the program if a call did not return CUTTrue.
        #define cutilCheckError(__err) cuda_legacy_check_true(CUTTrue == (__err), #__err, __FILE__, __LINE__)

        //! Ends the program if cudaGetLastError reports an error, such as that of a launch.
        #define cutilCheckMsg(__msg) cuda_legacy_last_error_by("cutilCheckMsg", __msg, __FILE__, __LINE__, 1)
        #define cutilCheckMsgAndSync(__msg) cuda_legacy_last_error_and_wait(__msg, __FILE__, __LINE__)

        //! Ends the program if an allocation on the host returned null.
        #define cutilSafeMalloc(mallocCall)                                                                            \
            cuda_legacy_check_true((mallocCall) != NULL, #mallocCall, __FILE__, __LINE__)
        #define cutilCondition(val) cuda_legacy_check_true((val) != 0, #val, __FILE__, __LINE__)

        //! Ends the program with EXIT_SUCCESS. At a terminal it waits for ENTER first, unless `--noprompt` is given.
        #define cutilExit(argc, argv) cuda_legacy_exit(argc, (const char**)(argv))

        //! Ends the program if the device was lost.
        #define cutilCudaCheckCtxLost(__errorMessage) cutilCheckMsgAndSync(__errorMessage)

static inline void cuda_legacy_last_error_and_wait(const char* message, const char* __file, int __line)
{
    cuda_legacy_last_error_by("cutilCheckMsg", message, __file, __line, 1);
    cuda_legacy_check_runtime(cudaDeviceSynchronize(), message, __file, __line);
}

static inline void cuda_legacy_exit(int argc, const char** argv)
{
    if (!cuda_legacy_named_argument(argc, argv, "noprompt")) cuda_legacy_wait_for_enter();
    exit(EXIT_SUCCESS);
}

static inline cudaError_t cutilDeviceSynchronize(void) { return cudaDeviceSynchronize(); }
static inline cudaError_t cutilDeviceReset(void) { return cudaDeviceReset(); }

//! Finds the device with the largest product of cores and clock, or the first of equal ones. Ends the program if there
//! is no device.
static inline int cutGetMaxGflopsDeviceId(void) { return cuda_legacy_fastest_device("cutGetMaxGflopsDeviceId"); }
static inline int cutGetMaxGflopsGraphicsDeviceId(void)
{
    return cuda_legacy_fastest_device("cutGetMaxGflopsGraphicsDeviceId");
}

//! Makes the device current that `--device=N` names; the default is the first device.
//! \return the number of the device
static inline int cutilDeviceInit(int ARGC, char** ARGV)
{
    return cuda_legacy_device_by_argument(ARGC, (const char**)ARGV);
}

//! Makes the device current that `--device=N` names; the default is the fastest device.
//! \return the number of the device
static inline int cutilChooseCudaDevice(int argc, char** argv)
{
    struct cudaDeviceProp __properties;
    int device;
    if (cuda_legacy_named_argument(argc, (const char**)argv, "device")) return cutilDeviceInit(argc, argv);
    device = cutGetMaxGflopsDeviceId();
    CUDA_LEGACY_DETAIL_CHECK_RUNTIME(cudaSetDevice(device));
    __properties = cuda_legacy_properties_of(device);
    printf("> Using CUDA device [%d]: %s\n", device, __properties.name);
    return device;
}

//! Tests whether the current device has at least this compute capability, and prints the capability.
static inline bool cutilCudaCapabilities(int __major_version, int __minor_version
        #if defined(__cplusplus)
                                         ,
                                         int = 0, char** = NULL
        #endif
)
{
    return cuda_legacy_has_capability(__major_version, __minor_version) != 0;
}

    #endif

#endif
