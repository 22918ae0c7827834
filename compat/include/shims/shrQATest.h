/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The GPU Computing SDK's shrQATest.h (CUDA 4): the lines with which a sample begins and ends. C and C++. The folder
//! compat/include/shims is on the include path only on request, and last on it.
//!
//! Difference: the program ends at once, without a countdown of some seconds.
#ifndef CUDA_LEGACY_SHIMS_SHRQATEST_H
    #define CUDA_LEGACY_SHIMS_SHRQATEST_H

    // The guard of the original: where a program has a copy as well, the first one counts.
    #if !defined(SHR_QATEST_H)
        #define SHR_QATEST_H

        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <time.h>

        #if !defined(__cplusplus)
            #include <stdbool.h>
        #endif

        #include "detail/files.h"

        #if !defined(EXIT_WAIVED)
            #define EXIT_WAIVED 2 //!< exit status of a sample that cannot run here
        #endif

//! The outcome of a sample.
enum eQAstatus { QA_FAILED = 0, QA_PASSED = 1, QA_WAIVED = 2 };

static inline const char* cuda_legacy_sample_name(int argc, const char** argv)
{
    return argv && argc > 0 && argv[0] ? cuda_legacy_last_part(argv[0]) : "";
}

//! Prints that the sample begins.
static inline void shrQAStart(int argc, char** argv)
{
    printf("[%s] starting...\n\n", cuda_legacy_sample_name(argc, (const char**)argv));
    fflush(stdout);
}

//! Prints the outcome of the sample: PASSED, FAILED or WAIVED.
static inline void shrQAFinish(int argc, const char** argv, int __iStatus)
{
    printf("[%s] test results...\n%s\n\n", cuda_legacy_sample_name(argc, argv),
           __iStatus == QA_PASSED   ? "PASSED"
           : __iStatus == QA_WAIVED ? "WAIVED"
                                    : "FAILED");
    fflush(stdout);
}

//! Prints the outcome if the program runs as a test.
static inline void shrQAFinish2(bool bQAtest, int argc, const char** argv, int __iStatus)
{
    if (bQAtest) shrQAFinish(argc, argv, __iStatus);
}

//! Prints the outcome and ends the program: with EXIT_FAILURE after QA_FAILED, otherwise with EXIT_SUCCESS.
static inline void shrQAFinishExit(int argc, const char** argv, int __iStatus)
{
    shrQAFinish(argc, argv, __iStatus);
    exit(__iStatus == QA_FAILED ? EXIT_FAILURE : EXIT_SUCCESS);
}

static inline void shrQAFinishExit2(bool bQAtest, int argc, const char** argv, int __iStatus)
{
    shrQAFinish2(bQAtest, argc, argv, __iStatus);
    exit(__iStatus == QA_FAILED ? EXIT_FAILURE : EXIT_SUCCESS);
}

    #endif

#endif
