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

static inline CUTBoolean cuda_legacy_cut(int holds) { return holds ? CUTTrue : CUTFalse; }

//! Frees what a function here handed out.
static inline void cutFree(void* ptr) { free(ptr); }

//! Device emulation called it to find bank conflicts. Now it does nothing: compute profilers count them.
static inline void cutCheckBankAccess(unsigned int tidx, unsigned int tidy, unsigned int tidz, unsigned int bdimx,
                                      unsigned int bdimy, unsigned int bdimz, const char* file, const int line,
                                      const char* aname, const int index)
{
    (void)tidx, (void)tidy, (void)tidz, (void)bdimx, (void)bdimy, (void)bdimz;
    (void)file, (void)line, (void)aname, (void)index;
}

//! The path of a data file, as sdkFindFilePath; for cutFree. Null when the file is not there.
static inline char* cutFindFilePath(const char* filename, const char* executablePath)
{
    return cuda_legacy_find_file(filename, executablePath);
}

//! Whether a condition holds; with a message when not.
static inline CUTBoolean cutCheckCondition(int val, const char* file, const int line)
{
    if (!val) fprintf(stderr, "Condition failed: file <%s>, line %i\n", file, line);
    return cuda_legacy_cut(val);
}

// Text files of numbers. Where *data is not null it has room for *len of them. For cutFree.

static inline CUTBoolean cutReadFilef(const char* filename, float** data, unsigned int* len,
                                      bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_read_f(filename, data, len));
}

static inline CUTBoolean cutReadFiled(const char* filename, double** data, unsigned int* len,
                                      bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_read_d(filename, data, len));
}

static inline CUTBoolean cutReadFilei(const char* filename, int** data, unsigned int* len,
                                      bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_read_i(filename, data, len));
}

static inline CUTBoolean cutReadFileui(const char* filename, unsigned int** data, unsigned int* len,
                                       bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_read_ui(filename, data, len));
}

static inline CUTBoolean cutReadFileb(const char* filename, char** data, unsigned int* len,
                                      bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_read_b(filename, data, len));
}

static inline CUTBoolean cutReadFileub(const char* filename, unsigned char** data, unsigned int* len,
                                       bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_read_ub(filename, data, len));
}

static inline CUTBoolean cutWriteFilef(const char* filename, const float* data, unsigned int len, const float epsilon,
                                       bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_write_f(filename, data, len, epsilon));
}

static inline CUTBoolean cutWriteFiled(const char* filename, const double* data, unsigned int len, const double epsilon,
                                       bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_write_d(filename, data, len, epsilon));
}

static inline CUTBoolean cutWriteFilei(const char* filename, const int* data, unsigned int len,
                                       bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_write_i(filename, data, len, -1));
}

static inline CUTBoolean cutWriteFileui(const char* filename, const unsigned int* data, unsigned int len,
                                        bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_write_ui(filename, data, len, -1));
}

static inline CUTBoolean cutWriteFileb(const char* filename, const char* data, unsigned int len,
                                       bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_write_b(filename, data, len, -1));
}

static inline CUTBoolean cutWriteFileub(const char* filename, const unsigned char* data, unsigned int len,
                                        bool verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)verbose;
    return cuda_legacy_cut(cuda_legacy_write_ub(filename, data, len, -1));
}

// PGM and PPM images; a pixel of a float image is from 0 to 1, the fourth value of PPM4 is 0. For cutFree.

static inline CUTBoolean cutLoadPGMub(const char* file, unsigned char** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_bytes(file, data, w, h, 1));
}

static inline CUTBoolean cutLoadPPMub(const char* file, unsigned char** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_bytes(file, data, w, h, 3));
}

static inline CUTBoolean cutLoadPPM4ub(const char* file, unsigned char** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_bytes(file, data, w, h, 4));
}

static inline CUTBoolean cutLoadPGMi(const char* file, unsigned int** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_pgm_i(file, data, w, h));
}

static inline CUTBoolean cutLoadPGMs(const char* file, unsigned short** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_pgm_s(file, data, w, h));
}

static inline CUTBoolean cutLoadPGMf(const char* file, float** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_cut(cuda_legacy_load_pgm_f(file, data, w, h));
}

static inline CUTBoolean cutSavePGMub(const char* file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_bytes(file, data, w, h, 1));
}

static inline CUTBoolean cutSavePPMub(const char* file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_bytes(file, data, w, h, 3));
}

static inline CUTBoolean cutSavePPM4ub(const char* file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_bytes(file, data, w, h, 4));
}

static inline CUTBoolean cutSavePGMi(const char* file, unsigned int* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_pgm_i(file, data, w, h));
}

static inline CUTBoolean cutSavePGMs(const char* file, unsigned short* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_pgm_s(file, data, w, h));
}

static inline CUTBoolean cutSavePGMf(const char* file, float* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_cut(cuda_legacy_save_pgm_f(file, data, w, h));
}

// The command line. Numbers are left as they are where the argument is not there, or is no number. Texts are for
// cutFree; one that is not there is null.

static inline CUTBoolean cutCheckCmdLineFlag(const int argc, const char** argv, const char* flag_name)
{
    return cuda_legacy_cut(cuda_legacy_named_argument(argc, argv, flag_name) != NULL);
}

static inline CUTBoolean cutGetCmdLineArgumenti(const int argc, const char** argv, const char* arg_name, int* val)
{
    long long value;
    if (!cuda_legacy_integer_argument(argc, argv, arg_name, &value)) return cuda_legacy_cut(0);
    *val = (int)value;
    return cuda_legacy_cut(1);
}

static inline CUTBoolean cutGetCmdLineArgumentf(const int argc, const char** argv, const char* arg_name, float* val)
{
    double value;
    if (!cuda_legacy_real_argument(argc, argv, arg_name, &value)) return cuda_legacy_cut(0);
    *val = (float)value;
    return cuda_legacy_cut(1);
}

static inline CUTBoolean cutGetCmdLineArgumentstr(const int argc, const char** argv, const char* arg_name, char** val)
{
    return cuda_legacy_cut(cuda_legacy_text_argument(argc, argv, arg_name, val));
}

static inline CUTBoolean cutGetCmdLineArgumentListstr(const int argc, const char** argv, const char* arg_name,
                                                      char** val, unsigned int* len)
{
    return cuda_legacy_cut(cuda_legacy_list_argument(argc, argv, arg_name, val, len));
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
                                       const float epsilon, const float threshold)
{
    return cuda_legacy_cut(cuda_legacy_compare_unsigned(reference, data, len, cuda_legacy_epsilon(epsilon), threshold));
}

static inline CUTBoolean cutCompareub(const unsigned char* reference, const unsigned char* data, const unsigned int len)
{
    return cuda_legacy_cut(cuda_legacy_compare_bytes(reference, data, len, 0, 0));
}

static inline CUTBoolean cutCompareubt(const unsigned char* reference, const unsigned char* data,
                                       const unsigned int len, const float epsilon, const float threshold)
{
    return cuda_legacy_cut(cuda_legacy_compare_bytes(reference, data, len, cuda_legacy_epsilon(epsilon), threshold));
}

static inline CUTBoolean cutCompareube(const unsigned char* reference, const unsigned char* data,
                                       const unsigned int len, const float epsilon)
{
    return cuda_legacy_cut(cuda_legacy_compare_bytes(reference, data, len, epsilon, 0));
}

static inline CUTBoolean cutComparefe(const float* reference, const float* data, const unsigned int len,
                                      const float epsilon)
{
    return cuda_legacy_cut(cuda_legacy_compare_floats(reference, data, len, epsilon, 0));
}

static inline CUTBoolean cutComparefet(const float* reference, const float* data, const unsigned int len,
                                       const float epsilon, const float threshold)
{
    return cuda_legacy_cut(cuda_legacy_compare_floats(reference, data, len, cuda_legacy_epsilon(epsilon), threshold));
}

static inline CUTBoolean cutCompareL2fe(const float* reference, const float* data, const unsigned int len,
                                        const float epsilon)
{
    return cuda_legacy_cut(cuda_legacy_compare_norms(reference, data, len, epsilon));
}

static inline CUTBoolean cutComparePPM(const char* src_file, const char* ref_file, const float epsilon,
                                       const float threshold, bool verboseErrors CUDA_LEGACY_DETAIL_FALSE)
{
    return cuda_legacy_cut(cuda_legacy_compare_images(src_file, ref_file, 4, epsilon, threshold, verboseErrors));
}

//! Makes a stopped timer, whose number is written to *name.
static inline CUTBoolean cutCreateTimer(unsigned int* name)
{
    *name = cuda_legacy_new_timer();
    return cuda_legacy_cut(*name != 0);
}

static inline CUTBoolean cutDeleteTimer(unsigned int name)
{
    struct cuda_legacy_timer* const timer = cuda_legacy_timer_of(name);
    if (timer) timer->used = 0;
    return cuda_legacy_cut(timer != NULL);
}

static inline CUTBoolean cutStartTimer(const unsigned int name)
{
    struct cuda_legacy_timer* const timer = cuda_legacy_timer_of(name);
    if (timer) cuda_legacy_watch_start(&timer->watch);
    return cuda_legacy_cut(timer != NULL);
}

static inline CUTBoolean cutStopTimer(const unsigned int name)
{
    struct cuda_legacy_timer* const timer = cuda_legacy_timer_of(name);
    if (timer) cuda_legacy_watch_stop(&timer->watch);
    return cuda_legacy_cut(timer != NULL);
}

//! To zero; a timer that runs goes on.
static inline CUTBoolean cutResetTimer(const unsigned int name)
{
    struct cuda_legacy_timer* const timer = cuda_legacy_timer_of(name);
    if (timer) cuda_legacy_watch_reset(&timer->watch);
    return cuda_legacy_cut(timer != NULL);
}

//! Milliseconds of all sessions, from a start to a stop each.
static inline float cutGetTimerValue(const unsigned int name)
{
    struct cuda_legacy_timer* const timer = cuda_legacy_timer_of(name);
    return timer ? cuda_legacy_watch_time(&timer->watch) : 0.f;
}

//! Milliseconds of a session, on average.
static inline float cutGetAverageTimerValue(const unsigned int name)
{
    struct cuda_legacy_timer* const timer = cuda_legacy_timer_of(name);
    return timer ? cuda_legacy_watch_average(&timer->watch) : 0.f;
}

#endif
