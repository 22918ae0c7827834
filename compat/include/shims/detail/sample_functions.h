// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that cutil.h has with the prefix cut and shrUtils.h with the prefix shr. Each macro defines one of
// them:
// `__name` is its name, `__boolean` the header's type for true and false.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_SAMPLE_FUNCTIONS_H
#define CUDA_LEGACY_SHIMS_DETAIL_SAMPLE_FUNCTIONS_H

#include "command_line.h"
#include "typed_files.h"

// Reads a text file of numbers. If *data is not null, *len is the size of that memory in numbers.
#define CUDA_LEGACY_DETAIL_SAMPLE_READ(__name, __boolean, type, __suffix)                                              \
    static inline __boolean __name(const char* __filename, type** data, unsigned int* len,                             \
                                   bool __verbose CUDA_LEGACY_DETAIL_FALSE)                                            \
    {                                                                                                                  \
        (void)__verbose;                                                                                               \
        return (__boolean)(cuda_legacy_read_##__suffix(__filename, data, len) != 0);                                   \
    }

// Writes integers to a text file.
#define CUDA_LEGACY_DETAIL_SAMPLE_WRITE(__name, __boolean, type, __suffix)                                             \
    static inline __boolean __name(const char* __filename, const type* data, unsigned int len,                         \
                                   bool __verbose CUDA_LEGACY_DETAIL_FALSE)                                            \
    {                                                                                                                  \
        (void)__verbose;                                                                                               \
        return (__boolean)(cuda_legacy_write_##__suffix(__filename, data, len, -1) != 0);                              \
    }

// Writes floating-point numbers to a text file, after a comment with the epsilon.
#define CUDA_LEGACY_DETAIL_SAMPLE_WRITE_REALS(__name, __boolean, type, __suffix)                                       \
    static inline __boolean __name(const char* __filename, const type* data, unsigned int len, const type __epsilon,   \
                                   bool __verbose CUDA_LEGACY_DETAIL_FALSE)                                            \
    {                                                                                                                  \
        (void)__verbose;                                                                                               \
        return (__boolean)(cuda_legacy_write_##__suffix(__filename, data, len, __epsilon) != 0);                       \
    }

// Loads an image with one byte for each channel of a pixel. The fourth of 4 channels is 0.
#define CUDA_LEGACY_DETAIL_SAMPLE_LOAD(__name, __boolean, __channels)                                                  \
    static inline __boolean __name(const char* __file, unsigned char** data, unsigned int* w, unsigned int* h)         \
    {                                                                                                                  \
        return (__boolean)(cuda_legacy_load_bytes(__file, data, w, h, __channels) != 0);                               \
    }

// Saves an image with one byte for each channel of a pixel. The file gets three of 4 channels.
#define CUDA_LEGACY_DETAIL_SAMPLE_SAVE(__name, __boolean, __channels)                                                  \
    static inline __boolean __name(const char* __file, unsigned char* data, unsigned int w, unsigned int h)            \
    {                                                                                                                  \
        return (__boolean)(cuda_legacy_save_bytes(__file, data, w, h, __channels) != 0);                               \
    }

// Tests for an argument.
#define CUDA_LEGACY_DETAIL_SAMPLE_HAS_ARGUMENT(__name, __boolean)                                                      \
    static inline __boolean __name(const int argc, const char** argv, const char* __flag_name)                         \
    {                                                                                                                  \
        return (__boolean)(cuda_legacy_named_argument(argc, argv, __flag_name) != NULL);                               \
    }

// Gives the value of an argument as a number. Without a number, *val keeps its value.
#define CUDA_LEGACY_DETAIL_SAMPLE_NUMBER_ARGUMENT(__name, __boolean, type, __parsed, __parse)                          \
    static inline __boolean __name(const int argc, const char** argv, const char* __arg_name, type* val)               \
    {                                                                                                                  \
        __parsed value;                                                                                                \
        if (!__parse(argc, argv, __arg_name, &value)) return (__boolean)0;                                             \
        *val = (type)value;                                                                                            \
        return (__boolean)1;                                                                                           \
    }
#define CUDA_LEGACY_DETAIL_SAMPLE_INTEGER_ARGUMENT(__name, __boolean, type)                                            \
    CUDA_LEGACY_DETAIL_SAMPLE_NUMBER_ARGUMENT(__name, __boolean, type, long long, cuda_legacy_integer_argument)
#define CUDA_LEGACY_DETAIL_SAMPLE_REAL_ARGUMENT(__name, __boolean, type)                                               \
    CUDA_LEGACY_DETAIL_SAMPLE_NUMBER_ARGUMENT(__name, __boolean, type, double, cuda_legacy_real_argument)

// Gives the value of an argument as a text, which the caller frees. Without a value, *val becomes null.
#define CUDA_LEGACY_DETAIL_SAMPLE_TEXT_ARGUMENT(__name, __boolean)                                                     \
    static inline __boolean __name(const int argc, const char** argv, const char* __arg_name, char** val)              \
    {                                                                                                                  \
        return (__boolean)(cuda_legacy_text_argument(argc, argv, __arg_name, val) != 0);                               \
    }

// Gives the elements of an argument's list as texts, which the caller frees.
#define CUDA_LEGACY_DETAIL_SAMPLE_LIST_ARGUMENT(__name, __boolean)                                                     \
    static inline __boolean __name(const int argc, const char** argv, const char* __arg_name, char** val,              \
                                   unsigned int* len)                                                                  \
    {                                                                                                                  \
        return (__boolean)(cuda_legacy_list_argument(argc, argv, __arg_name, val, len) != 0);                          \
    }

// Tests whether results equal a reference.
#define CUDA_LEGACY_DETAIL_SAMPLE_COMPARE(__name, __boolean, type, __kind)                                             \
    static inline __boolean __name(const type* reference, const type* data, const unsigned int len)                    \
    {                                                                                                                  \
        return (__boolean)(cuda_legacy_compare_##__kind(reference, data, len, 0, 0) != 0);                             \
    }

// Tests whether no result differs from its reference by more than epsilon.
#define CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_WITHIN(__name, __boolean, type, __kind)                                      \
    static inline __boolean __name(const type* reference, const type* data, const unsigned int len,                    \
                                   const float __epsilon)                                                              \
    {                                                                                                                  \
        return (__boolean)(cuda_legacy_compare_##__kind(reference, data, len, __epsilon, 0) != 0);                     \
    }

// The same, but a part of the results less than the threshold may differ by more.
#define CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_MOST(__name, __boolean, type, __kind)                                        \
    static inline __boolean __name(const type* reference, const type* data, const unsigned int len,                    \
                                   const float __epsilon, const float __threshold)                                     \
    {                                                                                                                  \
        return (__boolean)(cuda_legacy_compare_##__kind(reference, data, len, cuda_legacy_epsilon(__epsilon),          \
                                                        __threshold) != 0);                                            \
    }

// Tests whether the Euclidean norm of the difference is less than epsilon times the norm of the reference.
#define CUDA_LEGACY_DETAIL_SAMPLE_COMPARE_NORMS(__name, __boolean)                                                     \
    static inline __boolean __name(const float* reference, const float* data, const unsigned int len,                  \
                                   const float __epsilon)                                                              \
    {                                                                                                                  \
        return (__boolean)(cuda_legacy_compare_norms(reference, data, len, __epsilon) != 0);                           \
    }

#endif
