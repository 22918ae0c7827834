/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_image.h: PGM and PPM images, files of numbers, and comparisons with a reference. C++. On
//! the include path only when asked for, and last on it (compat/include/shims).
//!
//! Functions that return a bool say with a message on stderr why it is false. A result goes to memory of malloc where
//! its pointer was null; else into the caller's memory, whose size has to be that of the result. What differs from the
//! original: sums of comparisons are added up in double; a last number without white space behind it is read; missing
//! files and null pointers are a false, where the original may end in an assertion.
#ifndef CUDA_LEGACY_SHIMS_HELPER_IMAGE_H
#define CUDA_LEGACY_SHIMS_HELPER_IMAGE_H

// The guards of the original in its versions: where a program has both, the first one counts.
#if !defined(COMMON_HELPER_IMAGE_H_) && !defined(_HELPER_IMAGE_H_) && !defined(IMAGE_HELPER_H)
    #define COMMON_HELPER_IMAGE_H_
    #define _HELPER_IMAGE_H_
    #define IMAGE_HELPER_H

    #if defined(__cplusplus)

        #include <assert.h>
        #include <math.h>
        #include <stdio.h>
        #include <stdlib.h>

        #include <algorithm>
        #include <fstream>
        #include <iostream>
        #include <string>
        #include <vector>

        #include <helper_string.h> // not "helper_string.h": a program's own one goes first

        #include "detail/comparisons.h"

        #if !defined(MIN)
            #define MIN(a, b) ((a) < (b) ? (a) : (b))
        #endif
        #if !defined(MAX)
            #define MAX(a, b) ((a) > (b) ? (a) : (b))
        #endif
        #if !defined(MIN_EPSILON_ERROR)
            #define MIN_EPSILON_ERROR CUDA_LEGACY_DETAIL_SMALLEST_EPSILON
        #endif

// A pixel's value in the caller's type, and back: floats are from 0 to 1, other types hold the byte.
template <class T>
inline T cuda_legacy_pixel(unsigned char byte, const T*)
{
    return static_cast<T>(byte);
}
inline float cuda_legacy_pixel(unsigned char byte, const float*) { return static_cast<float>(byte) / 255.f; }
template <class T>
inline unsigned char cuda_legacy_byte(T pixel)
{
    return static_cast<unsigned char>(pixel);
}
inline unsigned char cuda_legacy_byte(float pixel)
{
    return static_cast<unsigned char>(pixel <= 0.f ? 0.f : pixel >= 1.f ? 255.f : pixel * 255.f);
}

template <class T>
inline bool cuda_legacy_load_pixels(const char* file, T** data, unsigned int* w, unsigned int* h, unsigned int channels)
{
    unsigned char* bytes = NULL;
    unsigned int width = 0, height = 0;
    if (!cuda_legacy_load_bytes(file, &bytes, &width, &height, channels)) return false;
    const unsigned int count = width * height * channels;
    T* const to = static_cast<T*>(cuda_legacy_room_for(*data, *data ? *w * *h * channels : 0, count, sizeof(T), file));
    for (unsigned int i = 0; to && i < count; i++)
        to[i] = cuda_legacy_pixel(bytes[i], static_cast<const T*>(NULL));
    free(bytes);
    if (!to) return false;
    *data = to;
    *w = width;
    *h = height;
    return true;
}

template <class T>
inline bool cuda_legacy_save_pixels(const char* file, const T* data, unsigned int w, unsigned int h,
                                    unsigned int channels)
{
    std::vector<unsigned char> bytes;
    for (size_t i = 0, count = data ? static_cast<size_t>(w) * h * channels : 0; i < count; i++)
        bytes.push_back(cuda_legacy_byte(data[i]));
    return cuda_legacy_save_bytes(file, bytes.data(), w, h, channels) != 0;
}

//! Loads a PGM image: bytes as they are, in float from 0 to 1.
template <class T>
inline bool sdkLoadPGM(const char* file, T** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_load_pixels(file, data, w, h, 1);
}

//! Loads a PPM image as four values a pixel; the fourth is 0.
template <class T>
inline bool sdkLoadPPM4(const char* file, T** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_load_pixels(file, data, w, h, 4);
}

inline bool sdkLoadPPM4ub(const char* file, unsigned char** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_load_pixels(file, data, w, h, 4);
}

//! Loads a PGM or PPM image as it is; *channels is 1 or 3.
inline bool __loadPPM(const char* file, unsigned char** data, unsigned int* w, unsigned int* h, unsigned int* channels)
{
    unsigned char* const bytes = cuda_legacy_load_image(file, w, h, channels);
    free(bytes);
    return bytes && cuda_legacy_load_pixels(file, data, w, h, *channels);
}

//! Writes a PGM image; floats from 0 to 1.
template <class T>
inline bool sdkSavePGM(const char* file, T* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_save_pixels(file, data, w, h, 1);
}

//! Writes a PPM image from three values a pixel.
inline bool sdkSavePPMub(const char* file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_save_bytes(file, data, w, h, 3) != 0;
}

//! Writes a PPM image from four values a pixel, without the fourth.
inline bool sdkSavePPM4ub(const char* file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_save_bytes(file, data, w, h, 4) != 0;
}

//! Writes an image of 1 or 3 channels.
inline bool __savePPM(const char* file, unsigned char* data, unsigned int w, unsigned int h, unsigned int channels)
{
    return cuda_legacy_save_bytes(file, data, w, h, channels) != 0;
}

template <class T>
inline bool cuda_legacy_read_file(const char* filename, T** data, unsigned int* len)
{
    unsigned int count = 0;
    double* const numbers = cuda_legacy_read_numbers(filename, &count);
    T* const to = numbers ? static_cast<T*>(cuda_legacy_room_for(*data, *len, count, sizeof(T), filename)) : NULL;
    for (unsigned int i = 0; to && i < count; i++)
        to[i] = static_cast<T>(numbers[i]);
    free(numbers);
    if (!to) return false;
    *data = to;
    *len = count;
    return true;
}

//! Reads the numbers of a text file. Where *data is not null, *len says how many there are.
template <class T>
inline bool sdkReadFile(const char* filename, T** data, unsigned int* len, bool)
{
    return cuda_legacy_read_file(filename, data, len);
}

//! Reads block `block_num` of a binary file, `block_size` elements, into data[block_num]; *len is their number.
template <class T>
inline bool sdkReadFileBlocks(const char* filename, T** data, unsigned int* len, unsigned int block_num,
                              unsigned int block_size, bool)
{
    FILE* const file = cuda_legacy_open_file(filename, "rb");
    if (!file) return false;
    const long offset = static_cast<long>(block_num) * static_cast<long>(block_size) * static_cast<long>(sizeof(T));
    if (!data[block_num]) data[block_num] = static_cast<T*>(malloc(sizeof(T) * (block_size ? block_size : 1)));
    const bool read = data[block_num] && fseek(file, offset, SEEK_SET) == 0 &&
                      fread(data[block_num], sizeof(T), block_size, file) == block_size;
    fclose(file);
    if (!read) fprintf(stderr, "%s: block %u cannot be read\n", filename, block_num);
    *len = block_size;
    return read;
}

//! Writes numbers into a text file, with `epsilon` in a comment in front of them.
template <class T, class S>
inline bool sdkWriteFile(const char* filename, const T* data, unsigned int len, const S epsilon, bool,
                         bool append = false)
{
    const double tolerance = static_cast<double>(epsilon);
    FILE* const file = data ? cuda_legacy_begin_numbers(filename, &tolerance, append) : NULL;
    if (!file) return false;
    for (unsigned int i = 0; i < len; i++)
        fprintf(file, "%.17g ", static_cast<double>(data[i]));
    return cuda_legacy_end_numbers(file, filename) != 0;
}

//! Whether the elements differ by no more than `epsilon`; or fewer of them than the part `threshold` by more.
template <class T, class S>
inline bool compareData(const T* reference, const T* data, const unsigned int len, const S epsilon,
                        const float threshold)
{
    const double most = static_cast<double>(epsilon);
    unsigned int errors = 0;
    for (unsigned int i = 0; i < len; i++) {
        const double difference = static_cast<double>(reference[i]) - static_cast<double>(data[i]);
        if (!(difference <= most && -difference <= most)) errors++;
    }
    return cuda_legacy_few_enough(errors, len, threshold) != 0;
}

//! The same with an epsilon of at least MIN_EPSILON_ERROR.
template <class T, class S>
inline bool compareDataAsFloatThreshold(const T* reference, const T* data, const unsigned int len, const S epsilon,
                                        const float threshold)
{
    const float most = static_cast<float>(epsilon);
    return compareData(reference, data, len, most > MIN_EPSILON_ERROR ? most : MIN_EPSILON_ERROR, threshold);
}

//! Writes `bytes` bytes to a file as they are.
inline void sdkDumpBin(void* data, unsigned int bytes, const char* filename)
{
    FILE* const file = cuda_legacy_open_file(filename, "wb");
    if (file && fwrite(data, 1, bytes, file) != bytes) fprintf(stderr, "%s: could not be written\n", filename);
    if (file) fclose(file);
}

//! Compares binary files of `nelements` elements, after compareDataAsFloatThreshold. The reference is looked for with
//! sdkFindFilePath.
inline bool sdkCompareBin2BinUint(const char* src_file, const char* ref_file, unsigned int nelements,
                                  const float epsilon, const float threshold, const char* exec_path)
{
    return cuda_legacy_compare_binary(src_file, ref_file, nelements, epsilon, threshold, exec_path, 0) != 0;
}

inline bool sdkCompareBin2BinFloat(const char* src_file, const char* ref_file, unsigned int nelements,
                                   const float epsilon, const float threshold, const char* exec_path)
{
    return cuda_legacy_compare_binary(src_file, ref_file, nelements, epsilon, threshold, exec_path, 1) != 0;
}

//! Whether the Euclidean norm of the difference is less than `epsilon` times the reference's.
inline bool sdkCompareL2fe(const float* reference, const float* data, const unsigned int len, const float epsilon)
{
    return cuda_legacy_compare_norms(reference, data, len, epsilon) != 0;
}

//! Compares two PPM images of the same size, after compareDataAsFloatThreshold.
inline bool sdkComparePPM(const char* src_file, const char* ref_file, const float epsilon, const float threshold,
                          bool verboseErrors)
{
    return cuda_legacy_compare_images(src_file, ref_file, 4, epsilon, threshold, verboseErrors) != 0;
}

//! Compares two PGM images of the same size, after compareDataAsFloatThreshold.
inline bool sdkComparePGM(const char* src_file, const char* ref_file, const float epsilon, const float threshold,
                          bool verboseErrors)
{
    return cuda_legacy_compare_images(src_file, ref_file, 1, epsilon, threshold, verboseErrors) != 0;
}

    #endif

#endif

#endif
