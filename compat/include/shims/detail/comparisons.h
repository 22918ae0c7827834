// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The comparisons of results with a reference for cutil.h, shrUtils.h and helper_image.h.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_COMPARISONS_H
#define CUDA_LEGACY_SHIMS_DETAIL_COMPARISONS_H

#include <math.h>

#include "images.h"

// Comparisons of images and of binary files always allow this difference.
#define CUDA_LEGACY_DETAIL_SMALLEST_EPSILON 1e-3f

static inline float cuda_legacy_epsilon(float __epsilon)
{
    return __epsilon > CUDA_LEGACY_DETAIL_SMALLEST_EPSILON ? __epsilon : CUDA_LEGACY_DETAIL_SMALLEST_EPSILON;
}

// Tests whether the errors are few enough: none, or a smaller part of the elements than the threshold.
static inline int cuda_legacy_few_enough(unsigned int __errors, unsigned int count, float __threshold)
{
    if (__threshold > 0 && __errors > 0)
        fprintf(stderr, "%4.2f %% of the elements differ\n", 100.0 * (double)__errors / (double)count);
    return __errors == 0 || (double)__errors < (double)__threshold * (double)count;
}

// Defines the comparison for a type. NaN differs from everything.
#define CUDA_LEGACY_DETAIL_COMPARE(__function, type)                                                                   \
    static inline int __function(const type* reference, const type* data, unsigned int count, double __epsilon,        \
                                 float __threshold)                                                                    \
    {                                                                                                                  \
        unsigned int __i, __errors = 0;                                                                                \
        if (count > 0 && (!reference || !data)) {                                                                      \
            fprintf(stderr, "No data to compare.\n");                                                                  \
            return 0;                                                                                                  \
        }                                                                                                              \
        for (__i = 0; __i < count; __i++) {                                                                            \
            const double __difference = (double)reference[__i] - (double)data[__i];                                    \
            if (!(__difference <= __epsilon && -__difference <= __epsilon)) __errors++;                                \
        }                                                                                                              \
        return cuda_legacy_few_enough(__errors, count, __threshold);                                                   \
    }
CUDA_LEGACY_DETAIL_COMPARE(cuda_legacy_compare_floats, float)
CUDA_LEGACY_DETAIL_COMPARE(cuda_legacy_compare_ints, int)
CUDA_LEGACY_DETAIL_COMPARE(cuda_legacy_compare_unsigned, unsigned int)
CUDA_LEGACY_DETAIL_COMPARE(cuda_legacy_compare_bytes, unsigned char)
#undef CUDA_LEGACY_DETAIL_COMPARE

// Tests whether the Euclidean norm of the difference is less than epsilon times the norm of the reference. A reference
// of zeros never passes.
static inline int cuda_legacy_compare_norms(const float* reference, const float* data, unsigned int count,
                                            double __epsilon)
{
    double error = 0, size = 0;
    unsigned int __i;
    if (!reference || !data || !(__epsilon >= 0)) {
        fprintf(stderr, "No data to compare, or a negative epsilon.\n");
        return 0;
    }
    for (__i = 0; __i < count; __i++) {
        const double __difference = (double)reference[__i] - (double)data[__i];
        error += __difference * __difference;
        size += (double)reference[__i] * (double)reference[__i];
    }
    if (sqrt(size) < 1e-7) {
        fprintf(stderr, "The reference's norm is 0.\n");
        return 0;
    }
    return sqrt(error) < __epsilon * sqrt(size);
}

// Compares two images. Images of different sizes differ.
static inline int cuda_legacy_compare_images(const char* path, const char* __reference_path, unsigned int __channels,
                                             float __epsilon, float __threshold, int __verbose)
{
    unsigned char *data = NULL, *reference = NULL;
    unsigned int w = 0, h = 0, __reference_w = 0, __reference_h = 0;
    int __same = 0;
    if (cuda_legacy_load_bytes(path, &data, &w, &h, __channels) &&
        cuda_legacy_load_bytes(__reference_path, &reference, &__reference_w, &__reference_h, __channels)) {
        if (w != __reference_w || h != __reference_h)
            fprintf(stderr, "%s: %u x %u pixels, and %s has %u x %u\n", path, w, h, __reference_path, __reference_w,
                    __reference_h);
        else
            __same = cuda_legacy_compare_bytes(reference, data, w * h * __channels, cuda_legacy_epsilon(__epsilon),
                                               __threshold);
    }
    if (__verbose)
        printf("%s against %s: %s\n", path ? path : "", __reference_path ? __reference_path : "",
               __same ? "OK" : "FAILED");
    free(data);
    free(reference);
    return __same;
}

// Reads `count` elements of a binary file, for free(). If the file has fewer, prints a message and gives null.
static inline void* cuda_legacy_read_elements(const char* path, size_t count, size_t size)
{
    FILE* const __file = cuda_legacy_open_file(path, "rb");
    void* const data = __file ? malloc(count ? count * size : 1) : NULL;
    const size_t __there = data ? fread(data, size, count, __file) : 0;
    if (__file) fclose(__file);
    if (data && __there == count) return data;
    if (data) fprintf(stderr, "%s: %lu elements, and not %lu\n", path, (unsigned long)__there, (unsigned long)count);
    free(data);
    return NULL;
}

// Compares two binary files of `count` floats or unsigned integers. cuda_legacy_find_file finds the reference.
static inline int cuda_legacy_compare_binary(const char* path, const char* __reference_name, unsigned int count,
                                             float __epsilon, float __threshold, const char* __program, int __floats)
{
    char* const __reference_path = cuda_legacy_find_file(__reference_name, __program);
    void* const data = cuda_legacy_read_elements(path, count, 4);
    void* const reference =
        data ? cuda_legacy_read_elements(__reference_path ? __reference_path : __reference_name, count, 4) : NULL;
    int __same = 0;
    __epsilon = cuda_legacy_epsilon(__epsilon);
    if (reference)
        __same = __floats ? cuda_legacy_compare_floats((const float*)reference, (const float*)data, count, __epsilon,
                                                       __threshold)
                          : cuda_legacy_compare_unsigned((const unsigned int*)reference, (const unsigned int*)data,
                                                         count, __epsilon, __threshold);
    printf("%s against %s: %s\n", path ? path : "", __reference_name ? __reference_name : "", __same ? "OK" : "FAILED");
    free(__reference_path);
    free(data);
    free(reference);
    return __same;
}

#endif
