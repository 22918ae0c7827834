// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of cutil.h, thin names over what stands in this folder.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_CUTIL_FUNCTIONS_H
#define CUDA_LEGACY_SHIMS_DETAIL_CUTIL_FUNCTIONS_H

#include "command_line.h"
#include "numbered_timers.h"
#include "typed_files.h"

enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };
#if !defined(__cplusplus)
typedef enum CUTBoolean CUTBoolean;
#endif

static inline CUTBoolean cuda_legacy_cut(int __holds) { return __holds ? CUTTrue : CUTFalse; }

//! Frees what a function here handed out.
static inline void cutFree(void* ptr) { free(ptr); }

//! Device emulation called it to find bank conflicts. Now it does nothing: compute profilers count them.
static inline void cutCheckBankAccess(unsigned int __tidx, unsigned int __tidy, unsigned int __tidz,
                                      unsigned int __bdimx, unsigned int __bdimy, unsigned int __bdimz,
                                      const char* __file, const int __line, const char* __aname, const int __index)
{
    (void)__tidx, (void)__tidy, (void)__tidz, (void)__bdimx, (void)__bdimy, (void)__bdimz;
    (void)__file, (void)__line, (void)__aname, (void)__index;
}

//! The path of a data file, as sdkFindFilePath; for cutFree. Null when the file is not there.
static inline char* cutFindFilePath(const char* __filename, const char* __executablePath)
{
    return cuda_legacy_find_file(__filename, __executablePath);
}

//! Whether a condition holds; with a message when not.
static inline CUTBoolean cutCheckCondition(int val, const char* __file, const int __line)
{
    if (!val) fprintf(stderr, "Condition failed: file <%s>, line %i\n", __file, __line);
    return cuda_legacy_cut(val);
}

// Text files of numbers. Where *data is not null it has room for *len of them. For cutFree.

static inline CUTBoolean cutReadFilef(const char* __filename, float** data, unsigned int* len,
                                      bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_read_f(__filename, data, len));
}

static inline CUTBoolean cutReadFiled(const char* __filename, double** data, unsigned int* len,
                                      bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_read_d(__filename, data, len));
}

static inline CUTBoolean cutReadFilei(const char* __filename, int** data, unsigned int* len,
                                      bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_read_i(__filename, data, len));
}

static inline CUTBoolean cutReadFileui(const char* __filename, unsigned int** data, unsigned int* len,
                                       bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_read_ui(__filename, data, len));
}

static inline CUTBoolean cutReadFileb(const char* __filename, char** data, unsigned int* len,
                                      bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_read_b(__filename, data, len));
}

static inline CUTBoolean cutReadFileub(const char* __filename, unsigned char** data, unsigned int* len,
                                       bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_read_ub(__filename, data, len));
}

static inline CUTBoolean cutWriteFilef(const char* __filename, const float* data, unsigned int len,
                                       const float __epsilon, bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_write_f(__filename, data, len, __epsilon));
}

static inline CUTBoolean cutWriteFiled(const char* __filename, const double* data, unsigned int len,
                                       const double __epsilon, bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_write_d(__filename, data, len, __epsilon));
}

static inline CUTBoolean cutWriteFilei(const char* __filename, const int* data, unsigned int len,
                                       bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_write_i(__filename, data, len, -1));
}

static inline CUTBoolean cutWriteFileui(const char* __filename, const unsigned int* data, unsigned int len,
                                        bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_write_ui(__filename, data, len, -1));
}

static inline CUTBoolean cutWriteFileb(const char* __filename, const char* data, unsigned int len,
                                       bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_write_b(__filename, data, len, -1));
}

static inline CUTBoolean cutWriteFileub(const char* __filename, const unsigned char* data, unsigned int len,
                                        bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_cut(cuda_legacy_write_ub(__filename, data, len, -1));
}

// PGM and PPM images; a pixel of a float image is from 0 to 1, the fourth value of PPM4 is 0. For cutFree.

static inline CUTBoolean cutLoadPGMub(const char* __file, unsigned char** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_bytes(__file, data, w, h, 1));
}

static inline CUTBoolean cutLoadPPMub(const char* __file, unsigned char** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_bytes(__file, data, w, h, 3));
}

static inline CUTBoolean cutLoadPPM4ub(const char* __file, unsigned char** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_bytes(__file, data, w, h, 4));
}

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

static inline CUTBoolean cutSavePGMub(const char* __file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_bytes(__file, data, w, h, 1));
}

static inline CUTBoolean cutSavePPMub(const char* __file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_bytes(__file, data, w, h, 3));
}

static inline CUTBoolean cutSavePPM4ub(const char* __file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_bytes(__file, data, w, h, 4));
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

// The command line. Numbers are left as they are where the argument is not there, or is no number. Texts are for
// cutFree; one that is not there is null.

static inline CUTBoolean cutCheckCmdLineFlag(const int argc, const char** argv, const char* __flag_name)
{
    return cuda_legacy_cut(cuda_legacy_named_argument(argc, argv, __flag_name) != NULL);
}

static inline CUTBoolean cutGetCmdLineArgumenti(const int argc, const char** argv, const char* __arg_name, int* val)
{
    long long value;
    if (!cuda_legacy_integer_argument(argc, argv, __arg_name, &value)) return cuda_legacy_cut(0);
    *val = (int)value;
    return cuda_legacy_cut(1);
}

static inline CUTBoolean cutGetCmdLineArgumentf(const int argc, const char** argv, const char* __arg_name, float* val)
{
    double value;
    if (!cuda_legacy_real_argument(argc, argv, __arg_name, &value)) return cuda_legacy_cut(0);
    *val = (float)value;
    return cuda_legacy_cut(1);
}

static inline CUTBoolean cutGetCmdLineArgumentstr(const int argc, const char** argv, const char* __arg_name, char** val)
{
    return cuda_legacy_cut(cuda_legacy_text_argument(argc, argv, __arg_name, val));
}

static inline CUTBoolean cutGetCmdLineArgumentListstr(const int argc, const char** argv, const char* __arg_name,
                                                      char** val, unsigned int* len)
{
    return cuda_legacy_cut(cuda_legacy_list_argument(argc, argv, __arg_name, val, len));
}

// Whether results are those of a reference: by no more than epsilon apart; with a threshold, fewer than that part of
// the elements by more. L2fe: the norm of the difference in relation to that of the reference.

static inline CUTBoolean cutComparef(const float* reference, const float* data, const unsigned int len)
{
    return cuda_legacy_cut(cuda_legacy_compare_floats(reference, data, len, 0, 0));
}

static inline CUTBoolean cutComparei(const int* reference, const int* data, const unsigned int len)
{
    return cuda_legacy_cut(cuda_legacy_compare_ints(reference, data, len, 0, 0));
}

static inline CUTBoolean cutCompareuit(const unsigned int* reference, const unsigned int* data, const unsigned int len,
                                       const float __epsilon, const float __threshold)
{
    return cuda_legacy_cut(
        cuda_legacy_compare_unsigned(reference, data, len, cuda_legacy_epsilon(__epsilon), __threshold));
}

static inline CUTBoolean cutCompareub(const unsigned char* reference, const unsigned char* data, const unsigned int len)
{
    return cuda_legacy_cut(cuda_legacy_compare_bytes(reference, data, len, 0, 0));
}

static inline CUTBoolean cutCompareubt(const unsigned char* reference, const unsigned char* data,
                                       const unsigned int len, const float __epsilon, const float __threshold)
{
    return cuda_legacy_cut(
        cuda_legacy_compare_bytes(reference, data, len, cuda_legacy_epsilon(__epsilon), __threshold));
}

static inline CUTBoolean cutCompareube(const unsigned char* reference, const unsigned char* data,
                                       const unsigned int len, const float __epsilon)
{
    return cuda_legacy_cut(cuda_legacy_compare_bytes(reference, data, len, __epsilon, 0));
}

static inline CUTBoolean cutComparefe(const float* reference, const float* data, const unsigned int len,
                                      const float __epsilon)
{
    return cuda_legacy_cut(cuda_legacy_compare_floats(reference, data, len, __epsilon, 0));
}

static inline CUTBoolean cutComparefet(const float* reference, const float* data, const unsigned int len,
                                       const float __epsilon, const float __threshold)
{
    return cuda_legacy_cut(
        cuda_legacy_compare_floats(reference, data, len, cuda_legacy_epsilon(__epsilon), __threshold));
}

static inline CUTBoolean cutCompareL2fe(const float* reference, const float* data, const unsigned int len,
                                        const float __epsilon)
{
    return cuda_legacy_cut(cuda_legacy_compare_norms(reference, data, len, __epsilon));
}

static inline CUTBoolean cutComparePPM(const char* __src_file, const char* __ref_file, const float __epsilon,
                                       const float __threshold, bool __verboseErrors CUDA_LEGACY_DETAIL_FALSE)
{
    return cuda_legacy_cut(
        cuda_legacy_compare_images(__src_file, __ref_file, 4, __epsilon, __threshold, __verboseErrors));
}

//! Makes a stopped timer, whose number is written to *name.
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

//! To zero; a timer that runs goes on.
static inline CUTBoolean cutResetTimer(const unsigned int name)
{
    struct cuda_legacy_timer* const __timer = cuda_legacy_timer_of(name);
    if (__timer) cuda_legacy_watch_reset(&__timer->__watch);
    return cuda_legacy_cut(__timer != NULL);
}

//! Milliseconds of all sessions, from a start to a stop each.
static inline float cutGetTimerValue(const unsigned int name)
{
    struct cuda_legacy_timer* const __timer = cuda_legacy_timer_of(name);
    return __timer ? cuda_legacy_watch_time(&__timer->__watch) : 0.f;
}

//! Milliseconds of a session, on average.
static inline float cutGetAverageTimerValue(const unsigned int name)
{
    struct cuda_legacy_timer* const __timer = cuda_legacy_timer_of(name);
    return __timer ? cuda_legacy_watch_average(&__timer->__watch) : 0.f;
}

#endif
