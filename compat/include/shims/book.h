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
inline void HandleError(cudaError_t __err, const char* __file, int __line)
{
    if (__err == cudaSuccess) return;
    fprintf(stderr, "%s in %s at line %d\n", cudaGetErrorString(__err), __file, __line);
    CUDA_LEGACY_CHECK_FAILED(__err);
}
            #define HANDLE_ERROR(__err) (HandleError(__err, __FILE__, __LINE__))

            //! Ends the program with a message when there is no memory.
            #define HANDLE_NULL(__a)                                                                                   \
                {                                                                                                      \
                    cuda_legacy_check_true((__a) != NULL, #__a " is a null pointer", __FILE__, __LINE__);              \
                }

template <typename _Tp>
void swap(_Tp& __a, _Tp& __b)
{
    _Tp __t = __a;
    __a = __b;
    __b = __t;
}

//! `size` random bytes, for free().
inline void* big_random_block(int size)
{
    unsigned char* const data = static_cast<unsigned char*>(malloc(size > 0 ? static_cast<size_t>(size) : 1));
    HANDLE_NULL(data);
    for (int __i = 0; __i < size; __i++)
        data[__i] = static_cast<unsigned char>(rand());
    return data;
}

//! `size` random integers, for free().
inline int* big_random_block_int(int size)
{
    int* const data = static_cast<int*>(malloc(size > 0 ? static_cast<size_t>(size) * sizeof(int) : 1));
    HANDLE_NULL(data);
    for (int __i = 0; __i < size; __i++)
        data[__i] = rand();
    return data;
}

            #if defined(__CUDACC__)
//! One channel of a colour in the HSL model: n1 and n2 are its least and its largest value, hue is in degrees.
__device__ inline unsigned char value(float __n1, float __n2, int __hue)
{
    const int __turned = __hue > 360 ? __hue - 360 : __hue < 0 ? __hue + 360 : __hue;
    const float __part = __turned < 60    ? __n1 + (__n2 - __n1) * static_cast<float>(__turned) / 60
                         : __turned < 180 ? __n2
                         : __turned < 240 ? __n1 + (__n2 - __n1) * static_cast<float>(240 - __turned) / 60
                                          : __n1;
    return static_cast<unsigned char>(255 * __part);
}

__device__ inline uchar4 cuda_legacy_color_of(float __lightness)
{
    const float __largest = __lightness <= 0.5f ? 2 * __lightness : 1.f; // of full saturation
    const float __least = 2 * __lightness - __largest;
    const int __hue = (180 + static_cast<int>(360.f * __lightness)) % 360;
    return make_uchar4(value(__least, __largest, __hue + 120), value(__least, __largest, __hue),
                       value(__least, __largest, __hue - 120), 255);
}

__device__ inline int cuda_legacy_pixel_of_thread()
{
    const int x = static_cast<int>(threadIdx.x + blockIdx.x * blockDim.x);
    const int y = static_cast<int>(threadIdx.y + blockIdx.y * blockDim.y);
    return x + y * static_cast<int>(blockDim.x * gridDim.x);
}

//! Colours for values from 0 to 1, one thread a pixel. Templates, so that a program need not use them.
template <int = 0>
__global__ void float_to_color(unsigned char* __optr, const float* __outSrc)
{
    const int __pixel_at = cuda_legacy_pixel_of_thread();
    const uchar4 __color = cuda_legacy_color_of(__outSrc[__pixel_at]);
    __optr[4 * __pixel_at] = __color.x;
    __optr[4 * __pixel_at + 1] = __color.y;
    __optr[4 * __pixel_at + 2] = __color.z;
    __optr[4 * __pixel_at + 3] = __color.w;
}

template <int = 0>
__global__ void float_to_color(uchar4* __optr, const float* __outSrc)
{
    const int __pixel_at = cuda_legacy_pixel_of_thread();
    __optr[__pixel_at] = cuda_legacy_color_of(__outSrc[__pixel_at]);
}
            #endif

//! Starts a thread; waits for its end; stops it; waits for the ends of several.
inline CUTThread start_thread(CUT_THREADROUTINE func, void* data) { return cuda_legacy_start_thread(func, data); }
inline void end_thread(CUTThread __thread_id) { cuda_legacy_end_thread(__thread_id); }
inline void destroy_thread(CUTThread __thread_id) { cuda_legacy_destroy_thread(__thread_id); }
inline void wait_for_threads(const CUTThread* __threads, int __num) { cuda_legacy_end_threads(__threads, __num); }

        #endif

    #endif

#endif
