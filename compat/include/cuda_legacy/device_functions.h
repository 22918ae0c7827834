/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Device functions of CUDA 1 to 4 without underscores: `mul24`, `float_as_int`, `saturate`, `syncthreads` and others.
//! Also `__float2half_rn` and `__half2float` on bits, as until CUDA 8.
//!
//! The toolkit declared these functions in its device_functions.h. Each function here calls today's function of the
//! same name behind two underscores, unless its comment names another. No function returns an error code.
//!
//! All functions are templates. The compiler therefore prefers a program's own function of the same name and
//! parameters. A program with a global variable or type of such a name defines CUDA_LEGACY_NO_DEVICE_FUNCTIONS. Then
//! this header declares no function.
//!
//! Note: migration-notes/device_functions.md.
#ifndef CUDA_LEGACY_DEVICE_FUNCTIONS_H
    #define CUDA_LEGACY_DEVICE_FUNCTIONS_H

    #if defined(__cplusplus) && defined(__CUDACC__) && !defined(CUDA_LEGACY_NO_DEVICE_FUNCTIONS)

        #include <type_traits>

        #include <cuda_runtime.h>

// The template parameter is neither deduced nor given. It makes every other function of the program the better match,
// and the conversions of arguments stay the same.

//! Gives the upper 32 bits of the 64-bit product of two 32-bit integers.
//!
//! \param a the first factor
//! \param b the second factor
//! \return the upper half; unsigned if one factor is unsigned
//!
//! Now: __mulhi, __umulhi.
template <int = 0>
__device__ __forceinline__ int mulhi(int __a, int __b)
{
    return __mulhi(__a, __b);
}
template <int = 0>
__device__ __forceinline__ unsigned int mulhi(unsigned int __a, unsigned int __b)
{
    return __umulhi(__a, __b);
}
template <int = 0>
__device__ __forceinline__ unsigned int mulhi(int __a, unsigned int __b)
{
    return __umulhi(static_cast<unsigned int>(__a), __b);
}
template <int = 0>
__device__ __forceinline__ unsigned int mulhi(unsigned int __a, int __b)
{
    return __umulhi(__a, static_cast<unsigned int>(__b));
}

//! Gives the upper 64 bits of the 128-bit product of two 64-bit integers.
//!
//! \param a the first factor
//! \param b the second factor
//! \return the upper half; unsigned if one factor is unsigned
//!
//! Now: __mul64hi, __umul64hi.
template <int = 0>
__device__ __forceinline__ long long mul64hi(long long __a, long long __b)
{
    return __mul64hi(__a, __b);
}
template <int = 0>
__device__ __forceinline__ unsigned long long mul64hi(unsigned long long __a, unsigned long long __b)
{
    return __umul64hi(__a, __b);
}
template <int = 0>
__device__ __forceinline__ unsigned long long mul64hi(long long __a, unsigned long long __b)
{
    return __umul64hi(static_cast<unsigned long long>(__a), __b);
}
template <int = 0>
__device__ __forceinline__ unsigned long long mul64hi(unsigned long long __a, long long __b)
{
    return __umul64hi(__a, static_cast<unsigned long long>(__b));
}

//! Multiplies the lower 24 bits of two integers.
//!
//! \param a the first factor
//! \param b the second factor
//! \return the lower 32 bits of the product
//!
//! Now: `a * b`, which is faster; or __mul24, __umul24.
template <int = 0>
__device__ __forceinline__ int mul24(int __a, int __b)
{
    return __mul24(__a, __b);
}
template <int = 0>
__device__ __forceinline__ unsigned int umul24(unsigned int __a, unsigned int __b)
{
    return __umul24(__a, __b);
}

//! Reinterprets the 32 bits of a number as another type.
//!
//! \param a the number
//! \return the number with the same bits
//!
//! Now: __float_as_int, __int_as_float, __float_as_uint, __uint_as_float.
template <int = 0>
__device__ __forceinline__ int float_as_int(float __a)
{
    return __float_as_int(__a);
}
template <int = 0>
__device__ __forceinline__ float int_as_float(int __a)
{
    return __int_as_float(__a);
}
template <int = 0>
__device__ __forceinline__ unsigned int float_as_uint(float __a)
{
    return __float_as_uint(__a);
}
template <int = 0>
__device__ __forceinline__ float uint_as_float(unsigned int __a)
{
    return __uint_as_float(__a);
}

//! Clamps a number to [0, 1].
//!
//! \param a the number
//! \return the nearest number in [0, 1]; 0 for a NaN
//!
//! Now: __saturatef.
template <int = 0>
__device__ __forceinline__ float saturate(float __a)
{
    return __saturatef(__a);
}

//! Converts between float and integers, with a given rounding.
//!
//! \param a the number
//! \param mode the rounding. The default is towards zero for a conversion to an integer, and to nearest otherwise.
//! \return the converted number
//!
//! Now: __float2int_rz and its kin, one function for each rounding.
template <int = 0>
__device__ __forceinline__ int float2int(float __a, enum cudaRoundMode mode = cudaRoundZero)
{
    return mode == cudaRoundNearest  ? __float2int_rn(__a)
           : mode == cudaRoundPosInf ? __float2int_ru(__a)
           : mode == cudaRoundMinInf ? __float2int_rd(__a)
                                     : __float2int_rz(__a);
}
template <int = 0>
__device__ __forceinline__ unsigned int float2uint(float __a, enum cudaRoundMode mode = cudaRoundZero)
{
    return mode == cudaRoundNearest  ? __float2uint_rn(__a)
           : mode == cudaRoundPosInf ? __float2uint_ru(__a)
           : mode == cudaRoundMinInf ? __float2uint_rd(__a)
                                     : __float2uint_rz(__a);
}
template <int = 0>
__device__ __forceinline__ float int2float(int __a, enum cudaRoundMode mode = cudaRoundNearest)
{
    return mode == cudaRoundZero     ? __int2float_rz(__a)
           : mode == cudaRoundPosInf ? __int2float_ru(__a)
           : mode == cudaRoundMinInf ? __int2float_rd(__a)
                                     : __int2float_rn(__a);
}
template <int = 0>
__device__ __forceinline__ float uint2float(unsigned int __a, enum cudaRoundMode mode = cudaRoundNearest)
{
    return mode == cudaRoundZero     ? __uint2float_rz(__a)
           : mode == cudaRoundPosInf ? __uint2float_ru(__a)
           : mode == cudaRoundMinInf ? __uint2float_rd(__a)
                                     : __uint2float_rn(__a);
}

//! Waits for all threads of the block.
//!
//! Now: __syncthreads.
template <int = 0>
__device__ __forceinline__ void syncthreads()
{
    __syncthreads();
}

//! Orders the memory accesses of the calling thread.
//!
//! \param global the scope: true for the whole device, false for the block
//!
//! Now: __threadfence, __threadfence_block.
template <int = 0>
__device__ __forceinline__ void threadfence(bool __global = true)
{
    if (__global)
        __threadfence();
    else
        __threadfence_block();
}

//! Stops the kernel with an error.
//!
//! Now: __trap.
template <int = 0>
__device__ __forceinline__ void trap()
{
    __trap();
}

//! Stops at a breakpoint in a debugger. The parameter is ignored.
//!
//! Now: __brkpt.
template <int = 0>
__device__ __forceinline__ void brkpt(int = 0)
{
    __brkpt();
}

//! Increments a counter of the profiler.
//!
//! \param counter the number of the counter, 0 to 15. Other numbers have no effect.
//!
//! Now: __prof_trigger, which takes a constant.
template <int = 0>
__device__ __forceinline__ void prof_trigger(int __counter)
{
    switch (__counter) {
    case 0:
        __prof_trigger(0);
        break;
    case 1:
        __prof_trigger(1);
        break;
    case 2:
        __prof_trigger(2);
        break;
    case 3:
        __prof_trigger(3);
        break;
    case 4:
        __prof_trigger(4);
        break;
    case 5:
        __prof_trigger(5);
        break;
    case 6:
        __prof_trigger(6);
        break;
    case 7:
        __prof_trigger(7);
        break;
    case 8:
        __prof_trigger(8);
        break;
    case 9:
        __prof_trigger(9);
        break;
    case 10:
        __prof_trigger(10);
        break;
    case 11:
        __prof_trigger(11);
        break;
    case 12:
        __prof_trigger(12);
        break;
    case 13:
        __prof_trigger(13);
        break;
    case 14:
        __prof_trigger(14);
        break;
    case 15:
        __prof_trigger(15);
        break;
    default:
        break;
    }
}

//! Converts a float to the bits of a half precision number.
//!
//! \param a the number
//! \return the 16 bits of the nearest half precision number
//!
//! Difference: until CUDA 8 the function needed no header. A source that includes cuda_fp16.h gets the function of that
//! header, which returns a __half.
//! Now: __float2half_rn of cuda_fp16.h.
template <int = 0>
__device__ __forceinline__ unsigned short __float2half_rn(float __a)
{
    unsigned short __bits;
    asm("{cvt.rn.f16.f32 %0, %1;}" : "=h"(__bits) : "f"(__a));
    return __bits;
}

struct __half; // of cuda_fp16.h, where a source includes it

namespace cuda_legacy {
namespace __detail {

template <class _Tp, class = void>
struct __is_defined : std::false_type {
};
template <class _Tp>
struct __is_defined<_Tp, decltype(static_cast<void>(sizeof(_Tp)))> : std::true_type {
};

} // namespace __detail
} // namespace cuda_legacy

//! Converts the bits of a half precision number to a float.
//!
//! \param bits the 16 bits
//! \return the number
//!
//! Difference: in a source that includes cuda_fp16.h this function is not available. Since CUDA 9, that header converts
//! an `unsigned short` to a __half by its value.
//! Now: __half2float of cuda_fp16.h, which takes a __half.
template <class _Bits, class _Half = __half,
          typename std::enable_if<std::is_same<_Bits, unsigned short>::value &&
                                      !cuda_legacy::__detail::__is_defined<_Half>::value,
                                  int>::type = 0>
__device__ __forceinline__ float __half2float(_Bits __bits)
{
    float __a;
    asm("{cvt.f32.f16 %0, %1;}" : "=f"(__a) : "h"(__bits));
    return __a;
}

    #endif

#endif
