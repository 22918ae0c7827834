/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cutil.h (CUDA 1 to 4): checks, timers, the command line, images, files of numbers, comparisons. C and
//! C++. The folder compat/include/shims is on the include path only on request, and last on it.
//!
//! There is no library: remove -lcutil and -lcutil_x86_64 from the link. Note: migration-notes/sample_helpers.md.
//!
//! The checks are active in every build, as from CUDA 2 on. A failed check prints a message on stderr and ends the
//! program with EXIT_FAILURE. With _DEBUG a check also waits for the device. A check is a statement in braces: a
//! semicolon may follow, but an `else` may not. The macro CUDA_LEGACY_CHECK_FAILED (detail/error_check.h) changes the
//! end.
//!
//! Difference: CUT_EXIT waits for ENTER only at a terminal. The last number of a file needs no white space after it.
//! CUT_BANK_CHECKER is the element itself.
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

        // Waits for the device after each call in a debug build, as the original does.
        #if defined(_DEBUG)
            #define CUDA_LEGACY_DETAIL_WAIT                                                                            \
                cuda_legacy_check_runtime(cudaDeviceSynchronize(), "wait", __FILE__, __LINE__);
        #else
            #define CUDA_LEGACY_DETAIL_WAIT
        #endif

        //! Gives the element. Device emulation looked for bank conflicts here.
        #define CUT_BANK_CHECKER(array, __index) array[__index]

        //! Ends the program if a call of the runtime failed.
        #define CUDA_SAFE_CALL_NO_SYNC(__call)                                                                         \
            {                                                                                                          \
                cuda_legacy_check_runtime(__call, #__call, __FILE__, __LINE__);                                        \
            }
        #define CUDA_SAFE_CALL(__call)                                                                                 \
            {                                                                                                          \
                cuda_legacy_check_runtime(__call, #__call, __FILE__, __LINE__);                                        \
                CUDA_LEGACY_DETAIL_WAIT                                                                                \
            }

        //! Ends the program if a call of the driver failed. The program includes the driver's header, and cuFFT's for
        //! the next macro.
        #define CU_SAFE_CALL_NO_SYNC(__call)                                                                           \
            {                                                                                                          \
                cuda_legacy_check(__call, #__call, __FILE__, __LINE__);                                                \
            }
        #define CU_SAFE_CALL(__call) CU_SAFE_CALL_NO_SYNC(__call)

        //! Ends the program if a call of cuFFT failed.
        #define CUFFT_SAFE_CALL(__call)                                                                                \
            {                                                                                                          \
                cuda_legacy_check(__call, #__call, __FILE__, __LINE__);                                                \
            }

        //! Ends the program if a call of cutil did not return CUTTrue.
        #define CUT_SAFE_CALL(__call)                                                                                  \
            {                                                                                                          \
                cuda_legacy_check_true(CUTTrue == (__call), #__call, __FILE__, __LINE__);                              \
            }

        //! Ends the program if an allocation on the host returned null.
        #define CUT_SAFE_MALLOC(__call)                                                                                \
            {                                                                                                          \
                cuda_legacy_check_true((__call) != NULL, #__call, __FILE__, __LINE__);                                 \
            }

        //! Ends the program if cudaGetLastError reports an error, such as that of a launch.
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

        //! Makes the device current that `--device=N` names; the default is the first device. Prints its name on
        //! stderr, unless `--quiet` is given. Programs of CUDA 1 pass no arguments.
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

        //! Ends the program with EXIT_SUCCESS. At a terminal it waits for ENTER first, unless `--noprompt` is given.
        #define CUT_EXIT(argc, argv)                                                                                   \
            {                                                                                                          \
                if (!cuda_legacy_named_argument(argc, (const char**)(argv), "noprompt")) cuda_legacy_wait_for_enter(); \
                exit(EXIT_SUCCESS);                                                                                    \
            }

    #endif

#endif
