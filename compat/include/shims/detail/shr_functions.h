// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files, images, command line and comparisons of shrUtils.h. sample_functions.h has those that cutil.h has, too.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_SHR_FUNCTIONS_H
#define CUDA_LEGACY_SHIMS_DETAIL_SHR_FUNCTIONS_H

#include "sample_functions.h"

enum shrBOOL { shrFALSE = 0, shrTRUE = 1 };
#if !defined(__cplusplus)
typedef enum shrBOOL shrBOOL;
#endif

static inline shrBOOL cuda_legacy_shr(int __holds) { return __holds ? shrTRUE : shrFALSE; }

//! Frees memory that a function of shrUtils allocated.
static inline void shrFree(void* ptr) { free(ptr); }

//! Finds a data file, as sdkFindFilePath does. shrFree releases the path. Gives null if there is no such file.
static inline char* shrFindFilePath(const char* __filename, const char* __executablePath)
{
    return cuda_legacy_find_file(__filename, __executablePath);
}

//! Reads the first `size` bytes of a file. shrFree releases them. If the file has fewer, prints a message and gives
//! null.
static inline unsigned char* shrLoadRawFile(const char* __filename, size_t size)
{
    return (unsigned char*)cuda_legacy_read_elements(__filename, size, 1);
}

// Text files of numbers. shrFree releases *data where the call allocated it.
CUDA_LEGACY_DETAIL_SAMPLE_READ(shrReadFilef, shrBOOL, float, f)
CUDA_LEGACY_DETAIL_SAMPLE_READ(shrReadFiled, shrBOOL, double, d)
CUDA_LEGACY_DETAIL_SAMPLE_READ(shrReadFilei, shrBOOL, int, i)
CUDA_LEGACY_DETAIL_SAMPLE_READ(shrReadFileui, shrBOOL, unsigned int, ui)
CUDA_LEGACY_DETAIL_SAMPLE_READ(shrReadFileb, shrBOOL, char, b)
CUDA_LEGACY_DETAIL_SAMPLE_READ(shrReadFileub, shrBOOL, unsigned char, ub)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE_REALS(shrWriteFilef, shrBOOL, float, f)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE_REALS(shrWriteFiled, shrBOOL, double, d)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE(shrWriteFilei, shrBOOL, int, i)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE(shrWriteFileui, shrBOOL, unsigned int, ui)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE(shrWriteFileb, shrBOOL, char, b)
CUDA_LEGACY_DETAIL_SAMPLE_WRITE(shrWriteFileub, shrBOOL, unsigned char, ub)

// PGM and PPM images.
CUDA_LEGACY_DETAIL_SAMPLE_LOAD(shrLoadPGMub, shrBOOL, 1)
CUDA_LEGACY_DETAIL_SAMPLE_LOAD(shrLoadPPMub, shrBOOL, 3)
CUDA_LEGACY_DETAIL_SAMPLE_LOAD(shrLoadPPM4ub, shrBOOL, 4)
CUDA_LEGACY_DETAIL_SAMPLE_SAVE(shrSavePGMub, shrBOOL, 1)
CUDA_LEGACY_DETAIL_SAMPLE_SAVE(shrSavePPMub, shrBOOL, 3)
CUDA_LEGACY_DETAIL_SAMPLE_SAVE(shrSavePPM4ub, shrBOOL, 4)

// The command line.
CUDA_LEGACY_DETAIL_SAMPLE_HAS_ARGUMENT(shrCheckCmdLineFlag, shrBOOL)
CUDA_LEGACY_DETAIL_SAMPLE_INTEGER_ARGUMENT(shrGetCmdLineArgumenti, shrBOOL, int)
CUDA_LEGACY_DETAIL_SAMPLE_INTEGER_ARGUMENT(shrGetCmdLineArgumentu, shrBOOL, unsigned int)
CUDA_LEGACY_DETAIL_SAMPLE_REAL_ARGUMENT(shrGetCmdLineArgumentf, shrBOOL, float)
CUDA_LEGACY_DETAIL_SAMPLE_TEXT_ARGUMENT(shrGetCmdLineArgumentstr, shrBOOL)
CUDA_LEGACY_DETAIL_SAMPLE_LIST_ARGUMENT(shrGetCmdLineArgumentListstr, shrBOOL)

// Comparisons of results with a reference.
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE(shrComparef, shrBOOL, float, floats)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE(shrComparei, shrBOOL, int, ints)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE(shrCompareub, shrBOOL, unsigned char, bytes)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_WITHIN(shrComparefe, shrBOOL, float, floats)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_WITHIN(shrCompareube, shrBOOL, unsigned char, bytes)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_MOST(shrComparefet, shrBOOL, float, floats)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_MOST(shrCompareuit, shrBOOL, unsigned int, unsigned)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_MOST(shrCompareubt, shrBOOL, unsigned char, bytes)
CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_NORMS(shrCompareL2fe, shrBOOL)

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
