/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_image.h: PGM and PPM images, files of numbers, and comparisons with a reference. C++. The
//! folder compat/include/shims is on the include path only on request, and last on it.
//!
//! A function that returns false prints the reason on stderr. A function with a result allocates memory with malloc if
//! the pointer for the result is null. Otherwise it writes to the caller's memory, which must have the size of the
//! result.
//!
//! Difference: comparisons add in double. The last number of a file needs no white space after it. A missing file or a
//! null pointer gives false, where the original may end in an assertion.
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

            #include <helper_string.h> // angle brackets: a program's own copy comes first

            #include "detail/comparisons.h"

            #if !defined(MIN)
                #define MIN(__a, __b) ((__a) < (__b) ? (__a) : (__b))
            #endif
            #if !defined(MAX)
                #define MAX(__a, __b) ((__a) > (__b) ? (__a) : (__b))
            #endif
            #if !defined(MIN_EPSILON_ERROR)
                #define MIN_EPSILON_ERROR CUDA_LEGACY_DETAIL_SMALLEST_EPSILON
            #endif

// Converts between a byte and a pixel of the caller's type. A pixel of type float is from 0 to 1; other types hold the
// byte.
template <class _Tp>
inline _Tp cuda_legacy_pixel(unsigned char __byte, const _Tp*)
{
    return static_cast<_Tp>(__byte);
}
inline float cuda_legacy_pixel(unsigned char __byte, const float*) { return static_cast<float>(__byte) / 255.f; }
template <class _Tp>
inline unsigned char cuda_legacy_byte(_Tp __pixel_at)
{
    return static_cast<unsigned char>(__pixel_at);
}
inline unsigned char cuda_legacy_byte(float __pixel_at)
{
    return static_cast<unsigned char>(__pixel_at <= 0.f ? 0.f : __pixel_at >= 1.f ? 255.f : __pixel_at * 255.f);
}

template <class _Tp>
inline bool cuda_legacy_load_pixels(const char* __file, _Tp** data, unsigned int* w, unsigned int* h,
                                    unsigned int __channels)
{
    unsigned char* bytes = NULL;
    unsigned int width = 0, height = 0;
    if (!cuda_legacy_load_bytes(__file, &bytes, &width, &height, __channels)) return false;
    const unsigned int count = width * height * __channels;
    _Tp* const to =
        static_cast<_Tp*>(cuda_legacy_room_for(*data, *data ? *w * *h * __channels : 0, count, sizeof(_Tp), __file));
    for (unsigned int __i = 0; to && __i < count; __i++)
        to[__i] = cuda_legacy_pixel(bytes[__i], static_cast<const _Tp*>(NULL));
    free(bytes);
    if (!to) return false;
    *data = to;
    *w = width;
    *h = height;
    return true;
}

template <class _Tp>
inline bool cuda_legacy_save_pixels(const char* __file, const _Tp* data, unsigned int w, unsigned int h,
                                    unsigned int __channels)
{
    std::vector<unsigned char> bytes;
    for (size_t __i = 0, count = data ? static_cast<size_t>(w) * h * __channels : 0; __i < count; __i++)
        bytes.push_back(cuda_legacy_byte(data[__i]));
    return cuda_legacy_save_bytes(__file, bytes.data(), w, h, __channels) != 0;
}

//! Loads a PGM image. Bytes stay unchanged; floats are from 0 to 1.
template <class _Tp>
inline bool sdkLoadPGM(const char* __file, _Tp** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_load_pixels(__file, data, w, h, 1);
}

//! Loads a PPM image with four values for each pixel. The fourth value is 0.
template <class _Tp>
inline bool sdkLoadPPM4(const char* __file, _Tp** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_load_pixels(__file, data, w, h, 4);
}

inline bool sdkLoadPPM4ub(const char* __file, unsigned char** data, unsigned int* w, unsigned int* h)
{
    return cuda_legacy_load_pixels(__file, data, w, h, 4);
}

//! Loads a PGM or PPM image unchanged. *channels receives 1 or 3.
inline bool __loadPPM(const char* __file, unsigned char** data, unsigned int* w, unsigned int* h,
                      unsigned int* __channels)
{
    unsigned char* const bytes = cuda_legacy_load_image(__file, w, h, __channels);
    free(bytes);
    return bytes && cuda_legacy_load_pixels(__file, data, w, h, *__channels);
}

//! Writes a PGM image. Floats are from 0 to 1.
template <class _Tp>
inline bool sdkSavePGM(const char* __file, _Tp* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_save_pixels(__file, data, w, h, 1);
}

//! Writes a PPM image from three values for each pixel.
inline bool sdkSavePPMub(const char* __file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_save_bytes(__file, data, w, h, 3) != 0;
}

//! Writes a PPM image from four values for each pixel, without the fourth value.
inline bool sdkSavePPM4ub(const char* __file, unsigned char* data, unsigned int w, unsigned int h)
{
    return cuda_legacy_save_bytes(__file, data, w, h, 4) != 0;
}

//! Writes an image of 1 or 3 channels.
inline bool __savePPM(const char* __file, unsigned char* data, unsigned int w, unsigned int h, unsigned int __channels)
{
    return cuda_legacy_save_bytes(__file, data, w, h, __channels) != 0;
}

template <class _Tp>
inline bool cuda_legacy_read_file(const char* __filename, _Tp** data, unsigned int* len)
{
    unsigned int count = 0;
    double* const __numbers = cuda_legacy_read_numbers(__filename, &count);
    _Tp* const to =
        __numbers ? static_cast<_Tp*>(cuda_legacy_room_for(*data, *len, count, sizeof(_Tp), __filename)) : NULL;
    for (unsigned int __i = 0; to && __i < count; __i++)
        to[__i] = static_cast<_Tp>(__numbers[__i]);
    free(__numbers);
    if (!to) return false;
    *data = to;
    *len = count;
    return true;
}

//! Reads the numbers of a text file. If *data is not null, *len is the size of that memory in numbers.
template <class _Tp>
inline bool sdkReadFile(const char* __filename, _Tp** data, unsigned int* len, bool)
{
    return cuda_legacy_read_file(__filename, data, len);
}

//! Reads a block of a binary file into data[block_num]. The block has `block_size` elements, and *len receives their
//! number.
template <class _Tp>
inline bool sdkReadFileBlocks(const char* __filename, _Tp** data, unsigned int* len, unsigned int __block_num,
                              unsigned int __block_size, bool)
{
    FILE* const __file = cuda_legacy_open_file(__filename, "rb");
    if (!__file) return false;
    const long offset =
        static_cast<long>(__block_num) * static_cast<long>(__block_size) * static_cast<long>(sizeof(_Tp));
    if (!data[__block_num])
        data[__block_num] = static_cast<_Tp*>(malloc(sizeof(_Tp) * (__block_size ? __block_size : 1)));
    const bool __read = data[__block_num] && fseek(__file, offset, SEEK_SET) == 0 &&
                        fread(data[__block_num], sizeof(_Tp), __block_size, __file) == __block_size;
    fclose(__file);
    if (!__read) fprintf(stderr, "%s: block %u cannot be read\n", __filename, __block_num);
    *len = __block_size;
    return __read;
}

//! Writes numbers to a text file, after a comment with `epsilon`.
template <class _Tp, class S>
inline bool sdkWriteFile(const char* __filename, const _Tp* data, unsigned int len, const S __epsilon, bool,
                         bool append = false)
{
    const double __tolerance = static_cast<double>(__epsilon);
    FILE* const __file = data ? cuda_legacy_begin_numbers(__filename, &__tolerance, append) : NULL;
    if (!__file) return false;
    for (unsigned int __i = 0; __i < len; __i++)
        fprintf(__file, "%.17g ", static_cast<double>(data[__i]));
    return cuda_legacy_end_numbers(__file, __filename) != 0;
}

//! Compares results with a reference.
//!
//! \param reference the reference, `len` elements
//! \param data the results, `len` elements
//! \param len the number of elements
//! \param epsilon the largest allowed difference
//! \param threshold the allowed part of elements that differ by more, from 0 to 1
//! \return true if the results agree
template <class _Tp, class S>
inline bool compareData(const _Tp* reference, const _Tp* data, const unsigned int len, const S __epsilon,
                        const float __threshold)
{
    const double __most = static_cast<double>(__epsilon);
    unsigned int __errors = 0;
    for (unsigned int __i = 0; __i < len; __i++) {
        const double __difference = static_cast<double>(reference[__i]) - static_cast<double>(data[__i]);
        if (!(__difference <= __most && -__difference <= __most)) __errors++;
    }
    return cuda_legacy_few_enough(__errors, len, __threshold) != 0;
}

//! Compares results with a reference, with an epsilon of at least MIN_EPSILON_ERROR.
template <class _Tp, class S>
inline bool compareDataAsFloatThreshold(const _Tp* reference, const _Tp* data, const unsigned int len,
                                        const S __epsilon, const float __threshold)
{
    const float __most = static_cast<float>(__epsilon);
    return compareData(reference, data, len, __most > MIN_EPSILON_ERROR ? __most : MIN_EPSILON_ERROR, __threshold);
}

//! Writes bytes to a file unchanged.
inline void sdkDumpBin(void* data, unsigned int bytes, const char* __filename)
{
    FILE* const __file = cuda_legacy_open_file(__filename, "wb");
    if (__file && fwrite(data, 1, bytes, __file) != bytes) fprintf(stderr, "%s: could not be written\n", __filename);
    if (__file) fclose(__file);
}

//! Compares binary files of `nelements` elements as compareDataAsFloatThreshold does. sdkFindFilePath finds the
//! reference.
inline bool sdkCompareBin2BinUint(const char* __src_file, const char* __ref_file, unsigned int __nelements,
                                  const float __epsilon, const float __threshold, const char* __exec_path)
{
    return cuda_legacy_compare_binary(__src_file, __ref_file, __nelements, __epsilon, __threshold, __exec_path, 0) != 0;
}

inline bool sdkCompareBin2BinFloat(const char* __src_file, const char* __ref_file, unsigned int __nelements,
                                   const float __epsilon, const float __threshold, const char* __exec_path)
{
    return cuda_legacy_compare_binary(__src_file, __ref_file, __nelements, __epsilon, __threshold, __exec_path, 1) != 0;
}

//! Tests whether the Euclidean norm of the difference is less than `epsilon` times the norm of the reference.
inline bool sdkCompareL2fe(const float* reference, const float* data, const unsigned int len, const float __epsilon)
{
    return cuda_legacy_compare_norms(reference, data, len, __epsilon) != 0;
}

//! Compares two PPM images of the same size as compareDataAsFloatThreshold does.
inline bool sdkComparePPM(const char* __src_file, const char* __ref_file, const float __epsilon,
                          const float __threshold, bool __verboseErrors)
{
    return cuda_legacy_compare_images(__src_file, __ref_file, 4, __epsilon, __threshold, __verboseErrors) != 0;
}

//! Compares two PGM images of the same size as compareDataAsFloatThreshold does.
inline bool sdkComparePGM(const char* __src_file, const char* __ref_file, const float __epsilon,
                          const float __threshold, bool __verboseErrors)
{
    return cuda_legacy_compare_images(__src_file, __ref_file, 1, __epsilon, __threshold, __verboseErrors) != 0;
}

        #endif

    #endif

#endif
