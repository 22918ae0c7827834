// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files of numbers and images in the types of the functions of cutil.h and shrUtils.h.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_TYPED_FILES_H
#define CUDA_LEGACY_SHIMS_DETAIL_TYPED_FILES_H

#include "comparisons.h"

// The default value of a parameter, in C++.
#if defined(__cplusplus)
    #define CUDA_LEGACY_DETAIL_FALSE = false
#else
    #include <stdbool.h>
    #define CUDA_LEGACY_DETAIL_FALSE
#endif

// Defines the functions that read and write a text file of numbers of a type. A file begins with a comment that has the
// epsilon, unless epsilon is negative.
#define CUDA_LEGACY_DETAIL_NUMBERS(__suffix, type)                                                                     \
    static inline int cuda_legacy_read_##__suffix(const char* path, type** data, unsigned int* count)                  \
    {                                                                                                                  \
        unsigned int __i, __found = 0;                                                                                 \
        double* const __numbers = cuda_legacy_read_numbers(path, &__found);                                            \
        type* const to =                                                                                               \
            __numbers ? (type*)cuda_legacy_room_for(*data, *count, __found, sizeof(type), path) : (type*)NULL;         \
        for (__i = 0; to && __i < __found; __i++)                                                                      \
            to[__i] = (type)__numbers[__i];                                                                            \
        free(__numbers);                                                                                               \
        if (!to) return 0;                                                                                             \
        *data = to;                                                                                                    \
        *count = __found;                                                                                              \
        return 1;                                                                                                      \
    }                                                                                                                  \
    static inline int cuda_legacy_write_##__suffix(const char* path, const type* data, unsigned int count,             \
                                                   double __epsilon)                                                   \
    {                                                                                                                  \
        unsigned int __i;                                                                                              \
        FILE* const __file =                                                                                           \
            data ? cuda_legacy_begin_numbers(path, __epsilon < 0 ? NULL : &__epsilon, 0) : (FILE*)NULL;                \
        if (!__file) return 0;                                                                                         \
        for (__i = 0; __i < count; __i++)                                                                              \
            fprintf(__file, "%.17g ", (double)data[__i]);                                                              \
        return cuda_legacy_end_numbers(__file, path);                                                                  \
    }
CUDA_LEGACY_DETAIL_NUMBERS(f, float)
CUDA_LEGACY_DETAIL_NUMBERS(d, double)
CUDA_LEGACY_DETAIL_NUMBERS(i, int)
CUDA_LEGACY_DETAIL_NUMBERS(ui, unsigned int)
CUDA_LEGACY_DETAIL_NUMBERS(b, char)
CUDA_LEGACY_DETAIL_NUMBERS(ub, unsigned char)
#undef CUDA_LEGACY_DETAIL_NUMBERS

// Defines the functions that load and save a PGM image of a type. A byte is a pixel times `scale`.
#define CUDA_LEGACY_DETAIL_PIXELS(__suffix, type, __scale)                                                             \
    static inline int cuda_legacy_load_##__suffix(const char* path, type** data, unsigned int* w, unsigned int* h)     \
    {                                                                                                                  \
        unsigned char* bytes = NULL;                                                                                   \
        unsigned int __i, width = 0, height = 0;                                                                       \
        type* to;                                                                                                      \
        if (!cuda_legacy_load_bytes(path, &bytes, &width, &height, 1)) return 0;                                       \
        to = (type*)cuda_legacy_room_for(*data, *data ? *w * *h : 0, width * height, sizeof(type), path);              \
        for (__i = 0; to && __i < width * height; __i++)                                                               \
            to[__i] = (type)(bytes[__i] / __scale);                                                                    \
        free(bytes);                                                                                                   \
        if (!to) return 0;                                                                                             \
        *data = to;                                                                                                    \
        *w = width;                                                                                                    \
        *h = height;                                                                                                   \
        return 1;                                                                                                      \
    }                                                                                                                  \
    static inline int cuda_legacy_save_##__suffix(const char* path, const type* data, unsigned int w, unsigned int h)  \
    {                                                                                                                  \
        const size_t count = (size_t)w * h;                                                                            \
        unsigned char* const bytes = data ? (unsigned char*)malloc(count ? count : 1) : (unsigned char*)NULL;          \
        size_t __i;                                                                                                    \
        int __written;                                                                                                 \
        for (__i = 0; bytes && __i < count; __i++) {                                                                   \
            const double __byte = (double)data[__i] * __scale;                                                         \
            bytes[__i] = (unsigned char)(__byte <= 0 ? 0 : __byte >= 255 ? 255 : __byte);                              \
        }                                                                                                              \
        __written = cuda_legacy_save_bytes(path, bytes, w, h, 1);                                                      \
        free(bytes);                                                                                                   \
        return __written;                                                                                              \
    }
CUDA_LEGACY_DETAIL_PIXELS(pgm_f, float, 255.f)
CUDA_LEGACY_DETAIL_PIXELS(pgm_i, unsigned int, 1)
CUDA_LEGACY_DETAIL_PIXELS(pgm_s, unsigned short, 1)
#undef CUDA_LEGACY_DETAIL_PIXELS

#endif
