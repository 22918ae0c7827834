/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The GPU Computing SDK's shrUtils.h (CUDA 2.3 to 4.1): a log, images, files of numbers, the command line,
//! comparisons. C and C++. The folder compat/include/shims is on the include path only on request, and last on it.
//!
//! There is no library: remove -lshrutil and -lshrutil_x86_64 from the link. Note: migration-notes/sample_helpers.md.
//! Difference: a log that cannot be written is no error. The first shrDeltaT of a counter is 0.
#ifndef CUDA_LEGACY_SHIMS_SHRUTILS_H
    #define CUDA_LEGACY_SHIMS_SHRUTILS_H

    // The guard of the original: where a program has a copy as well, the first one counts.
    #if !defined(SHR_UTILS_H)
        #define SHR_UTILS_H

        #include <assert.h>
        #include <math.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>

        #include "detail/device_choice.h"
        #include "detail/shared_state.h"
        #include "detail/shr_functions.h"
        #include "detail/stop_watch.h"

        #define DEFAULTLOGFILE "SdkConsoleLog.txt"
        #define MASTERLOGFILE "SdkMasterLog.csv"
        #define HDASHLINE "-----------------------------------------------------------\n"

        //! The last arguments of shrLogEx for a message about an error.
        #define STDERROR "file %s, line %i\n\n", __FILE__, __LINE__

        #if !defined(MAX)
            #define MAX(__a, __b) ((__a) > (__b) ? (__a) : (__b))
        #endif
        #if !defined(MIN)
            #define MIN(__a, __b) ((__a) < (__b) ? (__a) : (__b))
        #endif
        #if !defined(CLAMP)
            #define CLAMP(__a, __b, __c) MIN(MAX(__a, __b), __c) // a, at least b, at most c
        #endif
        #if !defined(TOPCLAMP)
            #define TOPCLAMP(__a, __b) ((__a) < (__b) ? (__a) : (__b))
        #endif
        #define ARGCHECK(__a)                                                                                          \
            if ((__a) != shrTRUE) return shrFALSE

//! The destinations of a line of the log. The values are added.
enum LOGMODES {
    LOGCONSOLE = 1, //!< to stdout
    LOGFILE = 2,    //!< to the log file
    LOGBOTH = 3,    //!< to both
    APPENDMODE = 4, //!< to the end of the log file, if this line is the first
    MASTER = 8,     //!< to MASTERLOGFILE as well
    ERRORMSG = 16,  //!< with the number of an error in front
    CLOSELOG = 32   //!< closes the log file after the line
};

CUDA_LEGACY_DETAIL_BEGIN_SHARED
CUDA_LEGACY_DETAIL_ONE_FOR_ALL FILE* cuda_legacy_log_file = NULL;
CUDA_LEGACY_DETAIL_ONE_FOR_ALL int cuda_legacy_log_began = 0; // a log that was closed is opened again for appending
CUDA_LEGACY_DETAIL_ONE_FOR_ALL char cuda_legacy_log_name[1024] = {0};
CUDA_LEGACY_DETAIL_ONE_FOR_ALL double cuda_legacy_last_seconds[8] = {0};
CUDA_LEGACY_DETAIL_END_SHARED

//! Sets the name of the log file, from its next line on. The default is DEFAULTLOGFILE.
static inline void shrSetLogFileName(const char* __cOverRideName)
{
    if (cuda_legacy_log_file) fclose(cuda_legacy_log_file);
    cuda_legacy_log_file = NULL;
    cuda_legacy_log_began = 0;
    cuda_legacy_log_name[0] = '\0';
    if (__cOverRideName) strncat(cuda_legacy_log_name, __cOverRideName, sizeof cuda_legacy_log_name - 1);
}

static inline FILE* cuda_legacy_opened_log(int __iLogMode)
{
    if (!cuda_legacy_log_file) {
        const char* const name = cuda_legacy_log_name[0] ? cuda_legacy_log_name : DEFAULTLOGFILE;
        cuda_legacy_log_file = fopen(name, cuda_legacy_log_began || (__iLogMode & APPENDMODE) ? "a" : "w");
        cuda_legacy_log_began = 1;
    }
    return cuda_legacy_log_file;
}

static inline void cuda_legacy_log_to(FILE* to, int __iLogMode, int __iErrNum, const char* format, va_list __arguments)
{
    if (!to) return;
    if (__iLogMode & ERRORMSG) fprintf(to, "\n !!! Error # %i at ", __iErrNum);
    vfprintf(to, format, __arguments);
    fflush(to);
}

//! Writes a line to the log.
//!
//! \param iLogMode the destinations, a sum of LOGMODES
//! \param iErrNum the number of the error, for ERRORMSG
//! \param cFormatString the format of printf
//! \return 0
static inline int shrLogEx(int __iLogMode, int __iErrNum, const char* __cFormatString, ...)
{
    va_list __arguments;
    if (__iLogMode & LOGCONSOLE) {
        va_start(__arguments, __cFormatString);
        cuda_legacy_log_to(stdout, __iLogMode, __iErrNum, __cFormatString, __arguments);
        va_end(__arguments);
    }
    if (__iLogMode & LOGFILE) {
        va_start(__arguments, __cFormatString);
        cuda_legacy_log_to(cuda_legacy_opened_log(__iLogMode), __iLogMode, __iErrNum, __cFormatString, __arguments);
        va_end(__arguments);
    }
    if (__iLogMode & MASTER) {
        FILE* const __master = fopen(MASTERLOGFILE, "a");
        va_start(__arguments, __cFormatString);
        cuda_legacy_log_to(__master, __iLogMode, __iErrNum, __cFormatString, __arguments);
        va_end(__arguments);
        if (__master) fclose(__master);
    }
    if ((__iLogMode & CLOSELOG) && cuda_legacy_log_file) {
        fclose(cuda_legacy_log_file);
        cuda_legacy_log_file = NULL;
    }
    return 0;
}

//! Writes a line to stdout and to the log file.
//!
//! \param cFormatString the format of printf
//! \return 0
static inline int shrLog(const char* __cFormatString, ...)
{
    va_list __arguments;
    va_start(__arguments, __cFormatString);
    cuda_legacy_log_to(stdout, LOGBOTH, 0, __cFormatString, __arguments);
    va_end(__arguments);
    va_start(__arguments, __cFormatString);
    cuda_legacy_log_to(cuda_legacy_opened_log(LOGBOTH), LOGBOTH, 0, __cFormatString, __arguments);
    va_end(__arguments);
    return 0;
}

//! Gives the time since the last call with the same counter.
//!
//! \param iCounterID the counter, from 0 to 7
//! \return the time in seconds; 0 at the first call; -1 for another counter
static inline double shrDeltaT(int __iCounterID)
{
    const double __now = 1e-3 * cuda_legacy_milliseconds();
    double last;
    if (__iCounterID < 0 || __iCounterID > 7) return -1;
    last = cuda_legacy_last_seconds[__iCounterID];
    cuda_legacy_last_seconds[__iCounterID] = __now;
    return last > 0 ? __now - last : 0;
}

//! Rounds global_size up to a multiple of group_size.
static inline size_t shrRoundUp(int __group_size, int __global_size)
{
    return ((size_t)__global_size + (size_t)__group_size - 1) / (size_t)__group_size * (size_t)__group_size;
}

//! Fills an array with numbers from 0 to 1, made by rand().
static inline void shrFillArray(float* __pfData, int __iSize)
{
    int __i;
    for (__i = 0; __i < __iSize; __i++)
        __pfData[__i] = (float)rand() / (float)RAND_MAX;
}

static inline void shrPrintArray(float* __pfData, int __iSize)
{
    int __i;
    for (__i = 0; __i < __iSize; __i++)
        shrLog("%d: %.3f\n", __i, __pfData[__i]);
}

//! Gives the number of cores of a multiprocessor of a compute capability. An unknown one counts as the newest known.
static inline int ConvertSMVer2Cores(int major, int minor) { return cuda_legacy_cores_of(major, minor); }

static inline void cuda_legacy_shr_check(int __sample, int reference, void (*__cleanup)(int), const char* __file,
                                         int __line)
{
    if (__sample == reference) return;
    shrLogEx(LOGBOTH | ERRORMSG, __sample, "line %i , in file %s !!!\n\n", __line, __file);
    if (__cleanup) {
        __cleanup(EXIT_FAILURE);
        return;
    }
    shrLogEx(LOGBOTH | CLOSELOG, 0, "Exiting...\n");
    exit(EXIT_FAILURE);
}

        //! If a differs from b, logs the line and calls c(EXIT_FAILURE). If c is null, ends the program.
        #define shrCheckErrorEX(__a, __b, __c) cuda_legacy_shr_check((int)(__a), (int)(__b), __c, __FILE__, __LINE__)
        #define shrCheckError(__a, __b) shrCheckErrorEX(__a, __b, 0)

static inline void cuda_legacy_shr_exit(int argc, const char** argv, int status)
{
    if (cuda_legacy_named_argument(argc, argv, "prompt") && !cuda_legacy_named_argument(argc, argv, "qatest")) {
        shrLogEx(LOGBOTH | CLOSELOG, 0, "\nPress <Enter> to Quit...\n");
        getchar();
    } else {
        shrLogEx(LOGBOTH | CLOSELOG, 0, "%s Exiting...\n", argv && argc > 0 ? argv[0] : "");
    }
    exit(status);
}

        //! Ends the program. With `--prompt` and without `--qatest` it waits for ENTER before.
        #define shrExitEX(__a, __b, __c) cuda_legacy_shr_exit(__a, (const char**)(__b), __c)
        #define shrEXIT(__a, __b) shrExitEX(__a, __b, EXIT_SUCCESS)

    #endif

#endif
