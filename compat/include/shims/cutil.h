/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cutil.h (CUDA 1 to 4): checks, timers, the command line, images, files of numbers, comparisons. C and
//! C++. On the include path only when asked for, and last on it (compat/include/shims).
//!
//! There is no library: leave -lcutil and its kin out of the link. Note: migration-notes/sample_helpers.md.
//!
//! The checks are on in every build, as from CUDA 2 on, and end the program with EXIT_FAILURE and a message on stderr.
//! With _DEBUG they wait for the device, too. They are statements in braces: a semicolon may follow, and an `else` not.
//! What differs from the original: CUT_EXIT waits for ENTER at a terminal only; a file's missing last white space does
//! no harm; CUT_BANK_CHECKER is the element. Where the process has to go on, define CUDA_LEGACY_CHECK_FAILED
//! (detail/error_check.h).
#ifndef CUDA_LEGACY_SHIMS_CUTIL_H
    #define CUDA_LEGACY_SHIMS_CUTIL_H

    // The guard of the original: where a program has a copy as well, the first one counts.
    #if !defined(_CUTIL_H_)
        #define _CUTIL_H_

        #include <math.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>

        #include <cuda_runtime.h>

        #include "detail/cutil_functions.h"
        #include "detail/device_choice.h"

        #if !defined(CUTIL_API)
            #define CUTIL_API
        #endif
        #if !defined(DLL_MAPPING)
            #define DLL_MAPPING
        #endif

        // The default when the device is to be waited for after each call.
        #if defined(_DEBUG)
            #define CUDA_LEGACY_DETAIL_WAIT                                                                            \
                cuda_legacy_check_runtime(cudaDeviceSynchronize(), "wait", __FILE__, __LINE__);
        #else
            #define CUDA_LEGACY_DETAIL_WAIT
        #endif

        //! The element; device emulation looked for bank conflicts here.
        #define CUT_BANK_CHECKER(array, __index) array[__index]

        //! A call of the runtime.
        #define CUDA_SAFE_CALL_NO_SYNC(__call)                                                                         \
            {                                                                                                          \
                cuda_legacy_check_runtime(__call, #__call, __FILE__, __LINE__);                                        \
            }
        #define CUDA_SAFE_CALL(__call)                                                                                 \
            {                                                                                                          \
                cuda_legacy_check_runtime(__call, #__call, __FILE__, __LINE__);                                        \
                CUDA_LEGACY_DETAIL_WAIT                                                                                \
            }

        //! A call of the driver; its headers are the program's to include, as cuFFT's below.
        #define CU_SAFE_CALL_NO_SYNC(__call)                                                                           \
            {                                                                                                          \
                cuda_legacy_check(__call, #__call, __FILE__, __LINE__);                                                \
            }
        #define CU_SAFE_CALL(__call) CU_SAFE_CALL_NO_SYNC(__call)

        //! A call of cuFFT.
        #define CUFFT_SAFE_CALL(__call)                                                                                \
            {                                                                                                          \
                cuda_legacy_check(__call, #__call, __FILE__, __LINE__);                                                \
            }

        //! A call of cutil, or anything else that returns CUTTrue.
        #define CUT_SAFE_CALL(__call)                                                                                  \
            {                                                                                                          \
                cuda_legacy_check_true(CUTTrue == (__call), #__call, __FILE__, __LINE__);                              \
            }

        //! An allocation on the host.
        #define CUT_SAFE_MALLOC(__call)                                                                                \
            {                                                                                                          \
                cuda_legacy_check_true((__call) != NULL, #__call, __FILE__, __LINE__);                                 \
            }

        //! The last error of the runtime, a kernel's launch among them.
        #define CUT_CHECK_ERROR(message)                                                                               \
            {                                                                                                          \
                cuda_legacy_last_error_by("CUT_CHECK_ERROR", message, __FILE__, __LINE__, 1);                          \
                CUDA_LEGACY_DETAIL_WAIT                                                                                \
            }

        #define CUT_CONDITION(value)                                                                                   \
            {                                                                                                          \
                if (CUTFalse == cutCheckCondition(value, __FILE__, __LINE__))                                          \
                    CUDA_LEGACY_CHECK_FAILED(cudaErrorUnknown);                                                        \
            }

        //! Makes the device current that `--device=N` names, else the first, and says which on stderr, but for
        //! `--quiet`. Programs of CUDA 1 give no arguments.
        #define CUT_DEVICE_INIT(...)                                                                                   \
            {                                                                                                          \
                CUDA_LEGACY_DETAIL_THIRD(__VA_ARGS__, CUDA_LEGACY_DETAIL_DEVICE_BY_ARGUMENT,                           \
                                         CUDA_LEGACY_DETAIL_DEVICE_0, CUDA_LEGACY_DETAIL_DEVICE_0)                     \
                (__VA_ARGS__);                                                                                         \
            }
        #define CUDA_LEGACY_DETAIL_THIRD(first, second, __third, ...) __third
        #define CUDA_LEGACY_DETAIL_DEVICE_BY_ARGUMENT(ARGC, ARGV)                                                      \
            cuda_legacy_device_by_argument(ARGC, (const char**)(ARGV))
        #define CUDA_LEGACY_DETAIL_DEVICE_0() cuda_legacy_device_by_argument(0, NULL)

        //! Ends the program with EXIT_SUCCESS; at a terminal it waits for ENTER before, but for `--noprompt`.
        #define CUT_EXIT(argc, argv)                                                                                   \
            {                                                                                                          \
                if (!cuda_legacy_named_argument(argc, (const char**)(argv), "noprompt")) cuda_legacy_wait_for_enter(); \
                exit(EXIT_SUCCESS);                                                                                    \
            }

    #endif

#endif
