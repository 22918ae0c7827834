// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The comparisons of results with a reference that cutil, shrUtils and helper_image.h have.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_COMPARISONS_H
#define CUDA_LEGACY_SHIMS_DETAIL_COMPARISONS_H

#include <math.h>

#include "images.h"

// Differences that comparisons of images and binary files always allow.
#define CUDA_LEGACY_DETAIL_SMALLEST_EPSILON 1e-3f

static inline float cuda_legacy_epsilon(float epsilon)
{
    return epsilon > CUDA_LEGACY_DETAIL_SMALLEST_EPSILON ? epsilon : CUDA_LEGACY_DETAIL_SMALLEST_EPSILON;
}

// Whether so many errors among so many elements are few enough: none, or a smaller part of them than the threshold.
static inline int cuda_legacy_few_enough(unsigned int errors, unsigned int count, float threshold)
{
    if (threshold > 0 && errors > 0)
        fprintf(stderr, "%4.2f %% of the elements differ\n", 100.0 * (double)errors / (double)count);
    return errors == 0 || (double)errors < (double)threshold * (double)count;
}

// One comparison for each type. NaN differs from everything.
#define CUDA_LEGACY_DETAIL_COMPARE(function, type)                                                                     \
    static inline int function(const type* reference, const type* data, unsigned int count, double epsilon,            \
                               float threshold)                                                                        \
    {                                                                                                                  \
        unsigned int i, errors = 0;                                                                                    \
        if (count > 0 && (!reference || !data)) {                                                                      \
            fprintf(stderr, "No data to compare.\n");                                                                  \
            return 0;                                                                                                  \
        }                                                                                                              \
        for (i = 0; i < count; i++) {                                                                                  \
            const double difference = (double)reference[i] - (double)data[i];                                          \
            if (!(difference <= epsilon && -difference <= epsilon)) errors++;                                          \
        }                                                                                                              \
        return cuda_legacy_few_enough(errors, count, threshold);                                                       \
    }
CUDA_LEGACY_DETAIL_COMPARE(cuda_legacy_compare_floats, float)
CUDA_LEGACY_DETAIL_COMPARE(cuda_legacy_compare_ints, int)
CUDA_LEGACY_DETAIL_COMPARE(cuda_legacy_compare_unsigned, unsigned int)
CUDA_LEGACY_DETAIL_COMPARE(cuda_legacy_compare_bytes, unsigned char)
#undef CUDA_LEGACY_DETAIL_COMPARE

// Whether the Euclidean norm of the difference is less than `epsilon` times the reference's. Never for a reference of
// zeros.
static inline int cuda_legacy_compare_norms(const float* reference, const float* data, unsigned int count,
                                            double epsilon)
{
    double error = 0, size = 0;
    unsigned int i;
    if (!reference || !data || !(epsilon >= 0)) {
        fprintf(stderr, "No data to compare, or a negative epsilon.\n");
        return 0;
    }
    for (i = 0; i < count; i++) {
        const double difference = (double)reference[i] - (double)data[i];
        error += difference * difference;
        size += (double)reference[i] * (double)reference[i];
    }
    if (sqrt(size) < 1e-7) {
        fprintf(stderr, "The reference's norm is 0.\n");
        return 0;
    }
    return sqrt(error) < epsilon * sqrt(size);
}

// Two images of the same size.
static inline int cuda_legacy_compare_images(const char* path, const char* reference_path, unsigned int channels,
                                             float epsilon, float threshold, int verbose)
{
    unsigned char *data = NULL, *reference = NULL;
    unsigned int w = 0, h = 0, reference_w = 0, reference_h = 0;
    int same = 0;
    if (cuda_legacy_load_bytes(path, &data, &w, &h, channels) &&
        cuda_legacy_load_bytes(reference_path, &reference, &reference_w, &reference_h, channels)) {
        if (w != reference_w || h != reference_h)
            fprintf(stderr, "%s: %u x %u pixels, and %s has %u x %u\n", path, w, h, reference_path, reference_w,
                    reference_h);
        else
            same =
                cuda_legacy_compare_bytes(reference, data, w * h * channels, cuda_legacy_epsilon(epsilon), threshold);
    }
    if (verbose)
        printf("%s against %s: %s\n", path ? path : "", reference_path ? reference_path : "", same ? "OK" : "FAILED");
    free(data);
    free(reference);
    return same;
}

// `count` elements of a binary file, for free(); null with a message when it has fewer.
static inline void* cuda_legacy_read_elements(const char* path, size_t count, size_t size)
{
    FILE* const file = cuda_legacy_open_file(path, "rb");
    void* const data = file ? malloc(count ? count * size : 1) : NULL;
    const size_t there = data ? fread(data, size, count, file) : 0;
    if (file) fclose(file);
    if (data && there == count) return data;
    if (data) fprintf(stderr, "%s: %lu elements, and not %lu\n", path, (unsigned long)there, (unsigned long)count);
    free(data);
    return NULL;
}

// Two binary files of `count` floats, or unsigned integers. The reference is looked for around the program.
static inline int cuda_legacy_compare_binary(const char* path, const char* reference_name, unsigned int count,
                                             float epsilon, float threshold, const char* program, int floats)
{
    char* const reference_path = cuda_legacy_find_file(reference_name, program);
    void* const data = cuda_legacy_read_elements(path, count, 4);
    void* const reference =
        data ? cuda_legacy_read_elements(reference_path ? reference_path : reference_name, count, 4) : NULL;
    int same = 0;
    epsilon = cuda_legacy_epsilon(epsilon);
    if (reference)
        same = floats
                   ? cuda_legacy_compare_floats((const float*)reference, (const float*)data, count, epsilon, threshold)
                   : cuda_legacy_compare_unsigned((const unsigned int*)reference, (const unsigned int*)data, count,
                                                  epsilon, threshold);
    printf("%s against %s: %s\n", path ? path : "", reference_name ? reference_name : "", same ? "OK" : "FAILED");
    free(reference_path);
    free(data);
    free(reference);
    return same;
}

#endif
