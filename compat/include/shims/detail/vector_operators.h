// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operators of helper_math.h and cutil_math.h. Each works component by component; a scalar counts as a vector of
// equal components. The suffix of a macro is the number of components.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_VECTOR_OPERATORS_H
#define CUDA_LEGACY_SHIMS_DETAIL_VECTOR_OPERATORS_H

#include <cuda_runtime.h>

#define CUDA_LEGACY_DETAIL_BOTH inline __host__ __device__

// Defines an operator for two vectors of 2 components, and for a vector and a scalar on either side.
#define CUDA_LEGACY_DETAIL_OPERATOR_2(type, __scalar, sign)                                                            \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type __a, type __b)                                                     \
    {                                                                                                                  \
        return make_##type(__a.x sign __b.x, __a.y sign __b.y);                                                        \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type __a, __scalar __b)                                                 \
    {                                                                                                                  \
        return make_##type(__a.x sign __b, __a.y sign __b);                                                            \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(__scalar __a, type __b)                                                 \
    {                                                                                                                  \
        return make_##type(__a sign __b.x, __a sign __b.y);                                                            \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& __a, type __b) { __a = __a sign __b; }                         \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& __a, __scalar __b) { __a = __a sign __b; }

#define CUDA_LEGACY_DETAIL_NEGATION_2(type)                                                                            \
    CUDA_LEGACY_DETAIL_BOTH type operator-(type __a) { return make_##type(-__a.x, -__a.y); }

// Defines an operator for two vectors of 3 components, and for a vector and a scalar on either side.
#define CUDA_LEGACY_DETAIL_OPERATOR_3(type, __scalar, sign)                                                            \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type __a, type __b)                                                     \
    {                                                                                                                  \
        return make_##type(__a.x sign __b.x, __a.y sign __b.y, __a.z sign __b.z);                                      \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type __a, __scalar __b)                                                 \
    {                                                                                                                  \
        return make_##type(__a.x sign __b, __a.y sign __b, __a.z sign __b);                                            \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(__scalar __a, type __b)                                                 \
    {                                                                                                                  \
        return make_##type(__a sign __b.x, __a sign __b.y, __a sign __b.z);                                            \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& __a, type __b) { __a = __a sign __b; }                         \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& __a, __scalar __b) { __a = __a sign __b; }

#define CUDA_LEGACY_DETAIL_NEGATION_3(type)                                                                            \
    CUDA_LEGACY_DETAIL_BOTH type operator-(type __a) { return make_##type(-__a.x, -__a.y, -__a.z); }

// Defines an operator for two vectors of 4 components, and for a vector and a scalar on either side.
#define CUDA_LEGACY_DETAIL_OPERATOR_4(type, __scalar, sign)                                                            \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type __a, type __b)                                                     \
    {                                                                                                                  \
        return make_##type(__a.x sign __b.x, __a.y sign __b.y, __a.z sign __b.z, __a.w sign __b.w);                    \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(type __a, __scalar __b)                                                 \
    {                                                                                                                  \
        return make_##type(__a.x sign __b, __a.y sign __b, __a.z sign __b, __a.w sign __b);                            \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH type operator sign(__scalar __a, type __b)                                                 \
    {                                                                                                                  \
        return make_##type(__a sign __b.x, __a sign __b.y, __a sign __b.z, __a sign __b.w);                            \
    }                                                                                                                  \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& __a, type __b) { __a = __a sign __b; }                         \
    CUDA_LEGACY_DETAIL_BOTH void operator sign##=(type& __a, __scalar __b) { __a = __a sign __b; }

#define CUDA_LEGACY_DETAIL_NEGATION_4(type)                                                                            \
    CUDA_LEGACY_DETAIL_BOTH type operator-(type __a) { return make_##type(-__a.x, -__a.y, -__a.z, -__a.w); }

#define CUDA_LEGACY_DETAIL_ARITHMETIC_2(type, __scalar)                                                                \
    CUDA_LEGACY_DETAIL_OPERATOR_2(type, __scalar, +)                                                                   \
    CUDA_LEGACY_DETAIL_OPERATOR_2(type, __scalar, -)                                                                   \
    CUDA_LEGACY_DETAIL_OPERATOR_2(type, __scalar, *)

#define CUDA_LEGACY_DETAIL_ARITHMETIC_3(type, __scalar)                                                                \
    CUDA_LEGACY_DETAIL_OPERATOR_3(type, __scalar, +)                                                                   \
    CUDA_LEGACY_DETAIL_OPERATOR_3(type, __scalar, -)                                                                   \
    CUDA_LEGACY_DETAIL_OPERATOR_3(type, __scalar, *)

#define CUDA_LEGACY_DETAIL_ARITHMETIC_4(type, __scalar)                                                                \
    CUDA_LEGACY_DETAIL_OPERATOR_4(type, __scalar, +)                                                                   \
    CUDA_LEGACY_DETAIL_OPERATOR_4(type, __scalar, -)                                                                   \
    CUDA_LEGACY_DETAIL_OPERATOR_4(type, __scalar, *)

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
