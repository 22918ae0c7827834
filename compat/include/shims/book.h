/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The book.h of the programs of "CUDA by Example" (Sanders, Kandrot): checks, random blocks, threads, and colours.
//! C++. The folder compat/include/shims is on the include path only on request, and last on it. These programs include
//! `../common/book.h`, which is this header as well.
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

//! Ends the program with a message if a call of the runtime failed.
inline void HandleError(cudaError_t __err, const char* __file, int __line)
{
    if (__err == cudaSuccess) return;
    fprintf(stderr, "%s in %s at line %d\n", cudaGetErrorString(__err), __file, __line);
    CUDA_LEGACY_CHECK_FAILED(__err);
}
            #define HANDLE_ERROR(__err) (HandleError(__err, __FILE__, __LINE__))

            //! Ends the program with a message if a pointer is null.
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

//! Allocates a block of random bytes.
//!
//! \param size the number of bytes
//! \return the block, for free()
inline void* big_random_block(int size)
{
    unsigned char* const data = static_cast<unsigned char*>(malloc(size > 0 ? static_cast<size_t>(size) : 1));
    HANDLE_NULL(data);
    for (int __i = 0; __i < size; __i++)
        data[__i] = static_cast<unsigned char>(rand());
    return data;
}

//! Allocates a block of random integers.
//!
//! \param size the number of integers
//! \return the block, for free()
inline int* big_random_block_int(int size)
{
    int* const data = static_cast<int*>(malloc(size > 0 ? static_cast<size_t>(size) * sizeof(int) : 1));
    HANDLE_NULL(data);
    for (int __i = 0; __i < size; __i++)
        data[__i] = rand();
    return data;
}

            #if defined(__CUDACC__)
//! Gives one channel of a colour in the HSL model.
//!
//! \param n1 the least value of the channel
//! \param n2 the largest value of the channel
//! \param hue the hue in degrees
//! \return the channel, from 0 to 255
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

//! Converts values from 0 to 1 to colours, with one thread for each pixel. The kernels are templates, so that an unused
//! kernel costs nothing.
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

//! Functions for threads: start a thread, wait for its end, stop it, and wait for several threads.
inline CUTThread start_thread(CUT_THREADROUTINE func, void* data) { return cuda_legacy_start_thread(func, data); }
inline void end_thread(CUTThread __thread_id) { cuda_legacy_end_thread(__thread_id); }
inline void destroy_thread(CUTThread __thread_id) { cuda_legacy_destroy_thread(__thread_id); }
inline void wait_for_threads(const CUTThread* __threads, int __num) { cuda_legacy_end_threads(__threads, __num); }

        #endif

    #endif

#endif
