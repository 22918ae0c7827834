/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cutil_math.h, which became helper_math.h: operators and functions on float2 to float4, int2 to int4,
//! uint2 to uint4, for host and device. Also `floor`, which only the first versions had. C++. The folder
//! compat/include/shims is on the include path only on request, and last on it. Under C++20 the scalar lerp is the
//! standard library's; device code then needs nvcc's --expt-relaxed-constexpr.
#ifndef CUDA_LEGACY_SHIMS_CUTIL_MATH_H
    #define CUDA_LEGACY_SHIMS_CUTIL_MATH_H

    // The guards of the original and of its successor: where a program has one as well, the first one counts.
    #if defined(CUDA_LEGACY_SHIMS_HELPER_MATH_H) || (!defined(HELPER_MATH_H) && !defined(COMMON_HELPER_MATH_H_) &&     \
                                                     !defined(CUTIL_MATH_H) && !defined(HELPER_CUDA_MATH_H))

        #include <helper_math.h>

        #if defined(CUDA_LEGACY_SHIMS_DETAIL_VECTOR_FUNCTIONS_H) && defined(__cplusplus)

//! Rounds each component down.
inline __host__ __device__ float2 floor(const float2 __v) { return floorf(__v); }
inline __host__ __device__ float3 floor(const float3 __v) { return floorf(__v); }
inline __host__ __device__ float4 floor(const float4 __v) { return floorf(__v); }

        #endif

    #endif

#endif
