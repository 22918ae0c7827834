// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operators of helper_math.h and cutil_math.h: component by component, a scalar counting as a vector of equal
// components. Read for each N, the number of components.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_VECTOR_OPERATORS_H
#define CUDA_LEGACY_SHIMS_DETAIL_VECTOR_OPERATORS_H

#include <cuda_runtime.h>

#define CUDA_LEGACY_DETAIL_BOTH inline __host__ __device__

// a sign b, for two vectors of 2 components, and for one with a scalar on either side.
#define CUDA_LEGACY_DETAIL_OPERATOR_2(type, scalar, sign)                                                              \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type a, type b) { return make_##type(a.x sign b.x, a.y sign b.y); }     \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type a, scalar b) { return make_##type(a.x sign b, a.y sign b); }       \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(scalar a, type b) { return make_##type(a sign b.x, a sign b.y); }       \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& a, type b) { a = a sign b; }                                   \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& a, scalar b) { a = a sign b; }

#define CUDA_LEGACY_DETAIL_NEGATION_2(type)                                                                            \
    CUDA_LEGACY_DETAIL_BOTH type operator-(type a) { return make_##type(-a.x, -a.y); }

// a sign b, for two vectors of 3 components, and for one with a scalar on either side.
#define CUDA_LEGACY_DETAIL_OPERATOR_3(type, scalar, sign)                                                              \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type a, type b)                                                         \
    {                                                                                                                  \
        return make_##type(a.x sign b.x, a.y sign b.y, a.z sign b.z);                                                  \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type a, scalar b)                                                       \
    {                                                                                                                  \
        return make_##type(a.x sign b, a.y sign b, a.z sign b);                                                        \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(scalar a, type b)                                                       \
    {                                                                                                                  \
        return make_##type(a sign b.x, a sign b.y, a sign b.z);                                                        \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& a, type b) { a = a sign b; }                                   \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& a, scalar b) { a = a sign b; }

#define CUDA_LEGACY_DETAIL_NEGATION_3(type)                                                                            \
    CUDA_LEGACY_DETAIL_BOTH type operator-(type a) { return make_##type(-a.x, -a.y, -a.z); }

// a sign b, for two vectors of 4 components, and for one with a scalar on either side.
#define CUDA_LEGACY_DETAIL_OPERATOR_4(type, scalar, sign)                                                              \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type a, type b)                                                         \
    {                                                                                                                  \
        return make_##type(a.x sign b.x, a.y sign b.y, a.z sign b.z, a.w sign b.w);                                    \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type a, scalar b)                                                       \
    {                                                                                                                  \
        return make_##type(a.x sign b, a.y sign b, a.z sign b, a.w sign b);                                            \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(scalar a, type b)                                                       \
    {                                                                                                                  \
        return make_##type(a sign b.x, a sign b.y, a sign b.z, a sign b.w);                                            \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& a, type b) { a = a sign b; }                                   \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& a, scalar b) { a = a sign b; }

#define CUDA_LEGACY_DETAIL_NEGATION_4(type)                                                                            \
    CUDA_LEGACY_DETAIL_BOTH type operator-(type a) { return make_##type(-a.x, -a.y, -a.z, -a.w); }

#define CUDA_LEGACY_DETAIL_ARITHMETIC_2(type, scalar)                                                                  \
    CUDA_LEGACY_DETAIL_OPERATOR_2(type, scalar, +)                                                                     \
    CUDA_LEGACY_DETAIL_OPERATOR_2(type, scalar, -)                                                                     \
    CUDA_LEGACY_DETAIL_OPERATOR_2(type, scalar, *)

#define CUDA_LEGACY_DETAIL_ARITHMETIC_3(type, scalar)                                                                  \
    CUDA_LEGACY_DETAIL_OPERATOR_3(type, scalar, +)                                                                     \
    CUDA_LEGACY_DETAIL_OPERATOR_3(type, scalar, -)                                                                     \
    CUDA_LEGACY_DETAIL_OPERATOR_3(type, scalar, *)

#define CUDA_LEGACY_DETAIL_ARITHMETIC_4(type, scalar)                                                                  \
    CUDA_LEGACY_DETAIL_OPERATOR_4(type, scalar, +)                                                                     \
    CUDA_LEGACY_DETAIL_OPERATOR_4(type, scalar, -)                                                                     \
    CUDA_LEGACY_DETAIL_OPERATOR_4(type, scalar, *)

CUDA_LEGACY_DETAIL_ARITHMETIC_2(float2, float)
CUDA_LEGACY_DETAIL_OPERATOR_2(float2, float, /)
CUDA_LEGACY_DETAIL_NEGATION_2(float2)
CUDA_LEGACY_DETAIL_ARITHMETIC_2(int2, int)
CUDA_LEGACY_DETAIL_NEGATION_2(int2)
CUDA_LEGACY_DETAIL_ARITHMETIC_2(uint2, unsigned int)

CUDA_LEGACY_DETAIL_ARITHMETIC_3(float3, float)
CUDA_LEGACY_DETAIL_OPERATOR_3(float3, float, /)
CUDA_LEGACY_DETAIL_NEGATION_3(float3)
CUDA_LEGACY_DETAIL_ARITHMETIC_3(int3, int)
CUDA_LEGACY_DETAIL_NEGATION_3(int3)
CUDA_LEGACY_DETAIL_ARITHMETIC_3(uint3, unsigned int)

CUDA_LEGACY_DETAIL_ARITHMETIC_4(float4, float)
CUDA_LEGACY_DETAIL_OPERATOR_4(float4, float, /)
CUDA_LEGACY_DETAIL_NEGATION_4(float4)
CUDA_LEGACY_DETAIL_ARITHMETIC_4(int4, int)
CUDA_LEGACY_DETAIL_NEGATION_4(int4)
CUDA_LEGACY_DETAIL_ARITHMETIC_4(uint4, unsigned int)

#undef CUDA_LEGACY_DETAIL_BOTH
#undef CUDA_LEGACY_DETAIL_OPERATOR_2
#undef CUDA_LEGACY_DETAIL_NEGATION_2
#undef CUDA_LEGACY_DETAIL_ARITHMETIC_2

#undef CUDA_LEGACY_DETAIL_OPERATOR_3
#undef CUDA_LEGACY_DETAIL_NEGATION_3
#undef CUDA_LEGACY_DETAIL_ARITHMETIC_3

#undef CUDA_LEGACY_DETAIL_OPERATOR_4
#undef CUDA_LEGACY_DETAIL_NEGATION_4
#undef CUDA_LEGACY_DETAIL_ARITHMETIC_4

#endif
