/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The book.h of the programs of "CUDA by Example" (Sanders, Kandrot): checks, random blocks, threads, and colours.
//! C++. On the include path only when asked for, and last on it (compat/include/shims). Those programs say
//! `../common/book.h`, which finds this one, too.
#ifndef CUDA_LEGACY_SHIMS_BOOK_H
#define CUDA_LEGACY_SHIMS_BOOK_H

// The guard of the original: where a program has a copy as well, the first one counts.
#if !defined(__BOOK_H__)
    #define __BOOK_H__

    #if defined(__cplusplus)

        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>

        #include <cuda_runtime.h>

        #include "detail/error_check.h"
        #include "detail/threads.h"

//! Ends the program with a message when a call of the runtime failed.
inline void HandleError(cudaError_t err, const char* file, int line)
{
    if (err == cudaSuccess) return;
    fprintf(stderr, "%s in %s at line %d\n", cudaGetErrorString(err), file, line);
    CUDA_LEGACY_CHECK_FAILED(err);
}
        #define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

        //! Ends the program with a message when there is no memory.
        #define HANDLE_NULL(a)                                                                                         \
            {                                                                                                          \
                cuda_legacy_check_true((a) != NULL, #a " is a null pointer", __FILE__, __LINE__);                      \
            }

template <typename T>
void swap(T& a, T& b)
{
    T t = a;
    a = b;
    b = t;
}

//! `size` random bytes, for free().
inline void* big_random_block(int size)
{
    unsigned char* const data = static_cast<unsigned char*>(malloc(size > 0 ? static_cast<size_t>(size) : 1));
    HANDLE_NULL(data);
    for (int i = 0; i < size; i++)
        data[i] = static_cast<unsigned char>(rand());
    return data;
}

//! `size` random integers, for free().
inline int* big_random_block_int(int size)
{
    int* const data = static_cast<int*>(malloc(size > 0 ? static_cast<size_t>(size) * sizeof(int) : 1));
    HANDLE_NULL(data);
    for (int i = 0; i < size; i++)
        data[i] = rand();
    return data;
}

        #if defined(__CUDACC__)
//! One channel of a colour in the HSL model: n1 and n2 are its least and its largest value, hue is in degrees.
__device__ inline unsigned char value(float n1, float n2, int hue)
{
    const int turned = hue > 360 ? hue - 360 : hue < 0 ? hue + 360 : hue;
    const float part = turned < 60    ? n1 + (n2 - n1) * static_cast<float>(turned) / 60
                       : turned < 180 ? n2
                       : turned < 240 ? n1 + (n2 - n1) * static_cast<float>(240 - turned) / 60
                                      : n1;
    return static_cast<unsigned char>(255 * part);
}

__device__ inline uchar4 cuda_legacy_color_of(float lightness)
{
    const float largest = lightness <= 0.5f ? 2 * lightness : 1.f; // of full saturation
    const float least = 2 * lightness - largest;
    const int hue = (180 + static_cast<int>(360.f * lightness)) % 360;
    return make_uchar4(value(least, largest, hue + 120), value(least, largest, hue), value(least, largest, hue - 120),
                       255);
}

__device__ inline int cuda_legacy_pixel_of_thread()
{
    const int x = static_cast<int>(threadIdx.x + blockIdx.x * blockDim.x);
    const int y = static_cast<int>(threadIdx.y + blockIdx.y * blockDim.y);
    return x + y * static_cast<int>(blockDim.x * gridDim.x);
}

//! Colours for values from 0 to 1, one thread a pixel. Templates, so that a program need not use them.
template <int = 0>
__global__ void float_to_color(unsigned char* optr, const float* outSrc)
{
    const int pixel = cuda_legacy_pixel_of_thread();
    const uchar4 color = cuda_legacy_color_of(outSrc[pixel]);
    optr[4 * pixel] = color.x;
    optr[4 * pixel + 1] = color.y;
    optr[4 * pixel + 2] = color.z;
    optr[4 * pixel + 3] = color.w;
}

template <int = 0>
__global__ void float_to_color(uchar4* optr, const float* outSrc)
{
    const int pixel = cuda_legacy_pixel_of_thread();
    optr[pixel] = cuda_legacy_color_of(outSrc[pixel]);
}
        #endif

//! Starts a thread; waits for its end; stops it; waits for the ends of several.
inline CUTThread start_thread(CUT_THREADROUTINE func, void* data) { return cuda_legacy_start_thread(func, data); }
inline void end_thread(CUTThread thread) { cuda_legacy_end_thread(thread); }
inline void destroy_thread(CUTThread thread) { cuda_legacy_destroy_thread(thread); }
inline void wait_for_threads(const CUTThread* threads, int num) { cuda_legacy_end_threads(threads, num); }

    #endif

#endif

#endif
