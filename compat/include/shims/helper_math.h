/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_math.h: operators and functions on float2 to float4, int2 to int4, uint2 to uint4, for host
//! and device. C++. The folder compat/include/shims is on the include path only on request, and last on it.
//!
//! Difference: the functions take vectors by value, so that a temporary can be an argument. Under C++20 the scalar lerp
//! is the standard library's; device code then needs nvcc's --expt-relaxed-constexpr.
#ifndef CUDA_LEGACY_SHIMS_HELPER_MATH_H
#define CUDA_LEGACY_SHIMS_HELPER_MATH_H

// The guards of the original and of its ancestor: where a program has one as well, the first one counts.
#if !defined(HELPER_MATH_H) && !defined(COMMON_HELPER_MATH_H_) && !defined(CUTIL_MATH_H) && !defined(HELPER_CUDA_MATH_H)
    #define HELPER_MATH_H
    #define COMMON_HELPER_MATH_H_
    #define CUTIL_MATH_H
    #define HELPER_CUDA_MATH_H

    #if defined(__cplusplus)
        #include "detail/vector_functions.h"
    #endif

#endif

#endif
