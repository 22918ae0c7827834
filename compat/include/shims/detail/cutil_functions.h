// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of cutil.h. sample_functions.h has those that shrUtils.h has, too.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_CUTIL_FUNCTIONS_H
#define CUDA_LEGACY_SHIMS_DETAIL_CUTIL_FUNCTIONS_H

#include "numbered_timers.h"
#include "sample_functions.h"

enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };
#if !defined(__cplusplus)
typedef enum CUTBoolean CUTBoolean;
#endif

static inline CUTBoolean cuda_legacy_cut(int __holds) { return __holds ? CUTTrue : CUTFalse; }

//! Frees memory that a function of cutil allocated.
static inline void cutFree(void* ptr) { free(ptr); }

//! Does nothing. Device emulation found bank conflicts through it; today a profiler counts them.
static inline void cutCheckBankAccess(unsigned int __tidx, unsigned int __tidy, unsigned int __tidz,
                                      unsigned int __bdimx, unsigned int __bdimy, unsigned int __bdimz,
                                      const char* __file, const int __line, const char* __aname, const int __index)
{
    (void)__tidx, (void)__tidy, (void)__tidz, (void)__bdimx, (void)__bdimy, (void)__bdimz;
    (void)__file, (void)__line, (void)__aname, (void)__index;
}

//! Finds a data file, as sdkFindFilePath does. cutFree releases the path. Gives null if there is no such file.
static inline char* cutFindFilePath(const char* __filename, const char* __executablePath)
{
    return cuda_legacy_find_file(__filename, __executablePath);
}

//! Tests a condition, and prints a message if it does not hold.
static inline CUTBoolean cutCheckCondition(int val, const char* __file, const int __line)
{
    if (!val) fprintf(stderr, "Condition failed: file <%s>, line %i\n", __file, __line);
    return cuda_legacy_cut(val);
}

// Text files of numbers. cutFree releases *data where the call allocated it.
CUDA_LEGACY_DETAIL_SAMPLE_READ(cutReadFilef, CUTBoolean, float, f)
CUDA_LEGACY_DETAIL_SAMPLE_READ(cutReadFiled, CUTBoolean, double, d)
CUDA_LEGACY_DETAIL_SAMPLE_READ(cutReadFilei, CUTBoolean, int, i)
CUDA_LEGACY_DETAIL_SAMPLE_READ(cutReadFileui, CUTBoolean, unsigned int, ui)
CUDA_LEGACY_DETAIL_SAMPLE_READ(cutReadFileb, CUTBoolean, char, b)
CUDA_LEGACY_DETAIL_SAMPLE_READ(cutReadFileub, CUTBoolean, unsigned char, ub)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE_REALS(cutWriteFilef, CUTBoolean, float, f)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE_REALS(cutWriteFiled, CUTBoolean, double, d)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE(cutWriteFilei, CUTBoolean, int, i)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE(cutWriteFileui, CUTBoolean, unsigned int, ui)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE(cutWriteFileb, CUTBoolean, char, b)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE(cutWriteFileub, CUTBoolean, unsigned char, ub)

// PGM and PPM images. A pixel of a float image is from 0 to 1.
CUDA_LEGACY_DETAIL_SAMPLE_LOAD(cutLoadPGMub, CUTBoolean, 1)
CUDA_LEGACY_DETAIL_SAMPLE_LOAD(cutLoadPPMub, CUTBoolean, 3)
CUDA_LEGACY_DETAIL_SAMPLE_LOAD(cutLoadPPM4ub, CUTBoolean, 4)
CUDA_LEGACY_DETAIL_SAMPLE_SAVE(cutSavePGMub, CUTBoolean, 1)
CUDA_LEGACY_DETAIL_SAMPLE_SAVE(cutSavePPMub, CUTBoolean, 3)
CUDA_LEGACY_DETAIL_SAMPLE_SAVE(cutSavePPM4ub, CUTBoolean, 4)

static inline CUTBoolean cutLoadPGMi(const char* __file, unsigned int** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_pgm_i(__file, data, w, h));
}

static inline CUTBoolean cutLoadPGMs(const char* __file, unsigned short** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_pgm_s(__file, data, w, h));
}

static inline CUTBoolean cutLoadPGMf(const char* __file, float** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_pgm_f(__file, data, w, h));
}

static inline CUTBoolean cutSavePGMi(const char* __file, unsigned int* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_pgm_i(__file, data, w, h));
}

static inline CUTBoolean cutSavePGMs(const char* __file, unsigned short* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_pgm_s(__file, data, w, h));
}

static inline CUTBoolean cutSavePGMf(const char* __file, float* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_pgm_f(__file, data, w, h));
}

// The command line.
CUDA_LEGACY_DETAIL_SAMPLE_HAS_ARGUMENT(cutCheckCmdLineFlag, CUTBoolean)
CUDA_LEGACY_DETAIL_SAMPLE_INTEGER_ARGUMENT(cutGetCmdLineArgumenti, CUTBoolean, int)
CUDA_LEGACY_DETAIL_SAMPLE_REAL_ARGUMENT(cutGetCmdLineArgumentf, CUTBoolean, float)
CUDA_LEGACY_DETAIL_SAMPLE_TEXT_ARGUMENT(cutGetCmdLineArgumentstr, CUTBoolean)
CUDA_LEGACY_DETAIL_SAMPLE_LIST_ARGUMENT(cutGetCmdLineArgumentListstr, CUTBoolean)

// Comparisons of results with a reference.
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE(cutComparef, CUTBoolean, float, floats)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE(cutComparei, CUTBoolean, int, ints)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE(cutCompareub, CUTBoolean, unsigned char, bytes)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_WITHIN(cutComparefe, CUTBoolean, float, floats)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_WITHIN(cutCompareube, CUTBoolean, unsigned char, bytes)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_MOST(cutComparefet, CUTBoolean, float, floats)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_MOST(cutCompareuit, CUTBoolean, unsigned int, unsigned)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_MOST(cutCompareubt, CUTBoolean, unsigned char, bytes)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_NORMS(cutCompareL2fe, CUTBoolean)

static inline CUTBoolean cutComparePPM(const char* __src_file, const char* __ref_file, const float __epsilon,
                                       const float __threshold, bool __verboseErrors CUDA_LEGACY_DETAIL_FALSE)
{
    return cuda_legacy_cut(
        cuda_legacy_compare_images(__src_file, __ref_file, 4, __epsilon, __threshold, __verboseErrors));
}

//! Creates a stopped timer. *name receives its number.
static inline CUTBoolean cutCreateTimer(unsigned int* name)
{
    *name = cuda_legacy_new_timer();
    return cuda_legacy_cut(*name != 0);
}

static inline CUTBoolean cutDeleteTimer(unsigned int name)
{
    struct cuda_legacy_timer* const __timer = cuda_legacy_timer_of(name);
    if (__timer) __timer->__used__ = 0;
    return cuda_legacy_cut(__timer != NULL);
}

static inline CUTBoolean cutStartTimer(const unsigned int name)
{
    struct cuda_legacy_timer* const __timer = cuda_legacy_timer_of(name);
    if (__timer) cuda_legacy_watch_start(&__timer->__watch);
    return cuda_legacy_cut(__timer != NULL);
}

static inline CUTBoolean cutStopTimer(const unsigned int name)
{
    struct cuda_legacy_timer* const __timer = cuda_legacy_timer_of(name);
    if (__timer) cuda_legacy_watch_stop(&__timer->__watch);
    return cuda_legacy_cut(__timer != NULL);
}

//! Sets the time to zero. A running timer continues.
static inline CUTBoolean cutResetTimer(const unsigned int name)
{
    struct cuda_legacy_timer* const __timer = cuda_legacy_timer_of(name);
    if (__timer) cuda_legacy_watch_reset(&__timer->__watch);
    return cuda_legacy_cut(__timer != NULL);
}

//! Gives the time of all sessions in milliseconds. A session lasts from a start to a stop.
static inline float cutGetTimerValue(const unsigned int name)
{
    struct cuda_legacy_timer* const __timer = cuda_legacy_timer_of(name);
    return __timer ? cuda_legacy_watch_time(&__timer->__watch) : 0.f;
}

//! Gives the average time of a session in milliseconds.
static inline float cutGetAverageTimerValue(const unsigned int name)
{
    struct cuda_legacy_timer* const __timer = cuda_legacy_timer_of(name);
    return __timer ? cuda_legacy_watch_average(&__timer->__watch) : 0.f;
}

#endif
