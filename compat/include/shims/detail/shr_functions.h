// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files, images, command line and comparisons of shrUtils.h, thin names over what stands in this folder.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_SHR_FUNCTIONS_H
#define CUDA_LEGACY_SHIMS_DETAIL_SHR_FUNCTIONS_H

#include "command_line.h"
#include "typed_files.h"

enum shrBOOL { shrFALSE = 0, shrTRUE = 1 };
#if !defined(__cplusplus)
typedef enum shrBOOL shrBOOL;
#endif

static inline shrBOOL cuda_legacy_shr(int __holds) { return __holds ? shrTRUE : shrFALSE; }

//! Frees what a function here handed out.
static inline void shrFree(void* ptr) { free(ptr); }

//! The path of a data file, as sdkFindFilePath; for shrFree. Null when the file is not there.
static inline char* shrFindFilePath(const char* __filename, const char* __executablePath)
{
    return cuda_legacy_find_file(__filename, __executablePath);
}

//! The first `size` bytes of a file, for shrFree; null with a message when it has fewer.
static inline unsigned char* shrLoadRawFile(const char* __filename, size_t size)
{
    return (unsigned char*)cuda_legacy_read_elements(__filename, size, 1);
}

// Text files of numbers. Where *data is not null it has room for *len of them. For shrFree.

static inline shrBOOL shrReadFilef(const char* __filename, float** data, unsigned int* len,
                                   bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_read_f(__filename, data, len));
}

static inline shrBOOL shrReadFiled(const char* __filename, double** data, unsigned int* len,
                                   bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_read_d(__filename, data, len));
}

static inline shrBOOL shrReadFilei(const char* __filename, int** data, unsigned int* len,
                                   bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_read_i(__filename, data, len));
}

static inline shrBOOL shrReadFileui(const char* __filename, unsigned int** data, unsigned int* len,
                                    bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_read_ui(__filename, data, len));
}

static inline shrBOOL shrReadFileb(const char* __filename, char** data, unsigned int* len,
                                   bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_read_b(__filename, data, len));
}

static inline shrBOOL shrReadFileub(const char* __filename, unsigned char** data, unsigned int* len,
                                    bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_read_ub(__filename, data, len));
}

static inline shrBOOL shrWriteFilef(const char* __filename, const float* data, unsigned int len, const float __epsilon,
                                    bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_write_f(__filename, data, len, __epsilon));
}

static inline shrBOOL shrWriteFiled(const char* __filename, const double* data, unsigned int len,
                                    const double __epsilon, bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_write_d(__filename, data, len, __epsilon));
}

static inline shrBOOL shrWriteFilei(const char* __filename, const int* data, unsigned int len,
                                    bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_write_i(__filename, data, len, -1));
}

static inline shrBOOL shrWriteFileui(const char* __filename, const unsigned int* data, unsigned int len,
                                     bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_write_ui(__filename, data, len, -1));
}

static inline shrBOOL shrWriteFileb(const char* __filename, const char* data, unsigned int len,
                                    bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_write_b(__filename, data, len, -1));
}

static inline shrBOOL shrWriteFileub(const char* __filename, const unsigned char* data, unsigned int len,
                                     bool __verbose CUDA_LEGACY_DETAIL_FALSE)
{
    (void)__verbose;
    return cuda_legacy_shr(cuda_legacy_write_ub(__filename, data, len, -1));
}

// PGM and PPM images; the fourth value of PPM4 is 0. For shrFree.

static inline shrBOOL shrLoadPGMub(const char* __file, unsigned char** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_shr(cuda_legacy_load_bytes(__file, data, w, h, 1));
}

static inline shrBOOL shrLoadPPMub(const char* __file, unsigned char** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_shr(cuda_legacy_load_bytes(__file, data, w, h, 3));
}

static inline shrBOOL shrLoadPPM4ub(const char* __file, unsigned char** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_shr(cuda_legacy_load_bytes(__file, data, w, h, 4));
}

static inline shrBOOL shrSavePGMub(const char* __file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_shr(cuda_legacy_save_bytes(__file, data, w, h, 1));
}

static inline shrBOOL shrSavePPMub(const char* __file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_shr(cuda_legacy_save_bytes(__file, data, w, h, 3));
}

static inline shrBOOL shrSavePPM4ub(const char* __file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_shr(cuda_legacy_save_bytes(__file, data, w, h, 4));
}

// The command line. Numbers are left as they are where the argument is not there, or is no number. Texts are for
// shrFree; one that is not there is null.

static inline shrBOOL shrCheckCmdLineFlag(const int argc, const char** argv, const char* __flag_name)
{
    return cuda_legacy_shr(cuda_legacy_named_argument(argc, argv, __flag_name) != NULL);
}

static inline shrBOOL shrGetCmdLineArgumenti(const int argc, const char** argv, const char* __arg_name, int* val)
{
    long long value;
    if (!cuda_legacy_integer_argument(argc, argv, __arg_name, &value)) return cuda_legacy_shr(0);
    *val = (int)value;
    return cuda_legacy_shr(1);
}

static inline shrBOOL shrGetCmdLineArgumentu(const int argc, const char** argv, const char* __arg_name,
                                             unsigned int* val)
{
    long long value;
    if (!cuda_legacy_integer_argument(argc, argv, __arg_name, &value)) return cuda_legacy_shr(0);
    *val = (unsigned int)value;
    return cuda_legacy_shr(1);
}

static inline shrBOOL shrGetCmdLineArgumentf(const int argc, const char** argv, const char* __arg_name, float* val)
{
    double value;
    if (!cuda_legacy_real_argument(argc, argv, __arg_name, &value)) return cuda_legacy_shr(0);
    *val = (float)value;
    return cuda_legacy_shr(1);
}

static inline shrBOOL shrGetCmdLineArgumentstr(const int argc, const char** argv, const char* __arg_name, char** val)
{
    return cuda_legacy_shr(cuda_legacy_text_argument(argc, argv, __arg_name, val));
}

static inline shrBOOL shrGetCmdLineArgumentListstr(const int argc, const char** argv, const char* __arg_name,
                                                   char** val, unsigned int* len)
{
    return cuda_legacy_shr(cuda_legacy_list_argument(argc, argv, __arg_name, val, len));
}

// Whether results are those of a reference: by no more than epsilon apart; with a threshold, fewer than that part of
// the elements by more. L2fe: the norm of the difference in relation to that of the reference.

static inline shrBOOL shrComparef(const float* reference, const float* data, const unsigned int len)
{
    return cuda_legacy_shr(cuda_legacy_compare_floats(reference, data, len, 0, 0));
}

static inline shrBOOL shrComparei(const int* reference, const int* data, const unsigned int len)
{
    return cuda_legacy_shr(cuda_legacy_compare_ints(reference, data, len, 0, 0));
}

static inline shrBOOL shrCompareuit(const unsigned int* reference, const unsigned int* data, const unsigned int len,
                                    const float __epsilon, const float __threshold)
{
    return cuda_legacy_shr(
        cuda_legacy_compare_unsigned(reference, data, len, cuda_legacy_epsilon(__epsilon), __threshold));
}

static inline shrBOOL shrCompareub(const unsigned char* reference, const unsigned char* data, const unsigned int len)
{
    return cuda_legacy_shr(cuda_legacy_compare_bytes(reference, data, len, 0, 0));
}

static inline shrBOOL shrCompareubt(const unsigned char* reference, const unsigned char* data, const unsigned int len,
                                    const float __epsilon, const float __threshold)
{
    return cuda_legacy_shr(
        cuda_legacy_compare_bytes(reference, data, len, cuda_legacy_epsilon(__epsilon), __threshold));
}

static inline shrBOOL shrCompareube(const unsigned char* reference, const unsigned char* data, const unsigned int len,
                                    const float __epsilon)
{
    return cuda_legacy_shr(cuda_legacy_compare_bytes(reference, data, len, __epsilon, 0));
}

static inline shrBOOL shrComparefe(const float* reference, const float* data, const unsigned int len,
                                   const float __epsilon)
{
    return cuda_legacy_shr(cuda_legacy_compare_floats(reference, data, len, __epsilon, 0));
}

static inline shrBOOL shrComparefet(const float* reference, const float* data, const unsigned int len,
                                    const float __epsilon, const float __threshold)
{
    return cuda_legacy_shr(
        cuda_legacy_compare_floats(reference, data, len, cuda_legacy_epsilon(__epsilon), __threshold));
}

static inline shrBOOL shrCompareL2fe(const float* reference, const float* data, const unsigned int len,
                                     const float __epsilon)
{
    return cuda_legacy_shr(cuda_legacy_compare_norms(reference, data, len, __epsilon));
}

static inline shrBOOL shrComparePPM(const char* __src_file, const char* __ref_file, const float __epsilon,
                                    const float __threshold)
{
    return cuda_legacy_shr(cuda_legacy_compare_images(__src_file, __ref_file, 4, __epsilon, __threshold, 1));
}

static inline shrBOOL shrComparePGM(const char* __src_file, const char* __ref_file, const float __epsilon,
                                    const float __threshold)
{
    return cuda_legacy_shr(cuda_legacy_compare_images(__src_file, __ref_file, 1, __epsilon, __threshold, 1));
}

#endif
