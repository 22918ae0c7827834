// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of one lane: setp and set. Each is a template for numbers and for vectors of numbers.
#pragma once

#include "isa/lane/float_value.h"

#define CUDA_EMULATOR_COMPARISON(name, condition)                                                                      \
    struct name {                                                                                                      \
        template <class T>                                                                                             \
        CUDA_EMULATOR_LANE_STATIC auto f(T a, T b)                                                                     \
        {                                                                                                              \
            return condition;                                                                                          \
        }                                                                                                              \
    };
#define CUDA_EMULATOR_LANE_STATIC [[gnu::always_inline]] static inline

namespace cuda_emulator::lane {

CUDA_EMULATOR_COMPARISON(equal, a == b)
CUDA_EMULATOR_COMPARISON(different, a != b)
CUDA_EMULATOR_COMPARISON(less, a < b)
CUDA_EMULATOR_COMPARISON(less_or_equal, a <= b)
CUDA_EMULATOR_COMPARISON(greater, a > b)
CUDA_EMULATOR_COMPARISON(greater_or_equal, a >= b)
// "ne" of floating-point numbers is ordered in PTX: false where either is a NaN.
CUDA_EMULATOR_COMPARISON(less_or_greater, a<b || a> b)
// Unordered comparisons: true where either is a NaN.
CUDA_EMULATOR_COMPARISON(equal_or_unordered, !(a < b || a > b))
CUDA_EMULATOR_COMPARISON(different_or_unordered, !(a == b))
CUDA_EMULATOR_COMPARISON(less_or_unordered, !(a >= b))
CUDA_EMULATOR_COMPARISON(less_or_equal_or_unordered, !(a > b))
CUDA_EMULATOR_COMPARISON(greater_or_unordered, !(a <= b))
CUDA_EMULATOR_COMPARISON(greater_or_equal_or_unordered, !(a < b))
CUDA_EMULATOR_COMPARISON(ordered, a == a && b == b)
CUDA_EMULATOR_COMPARISON(unordered, a != a || b != b)

//! .ftz: subnormal operands count as zeros.
template <class Comparison>
struct flushed {
    CUDA_EMULATOR_LANE_STATIC bool f(f32 a, f32 b) { return Comparison::f(flush(a), flush(b)); }
};

//! setp of pairs: the comparison of the lower halves (0), or of the upper ones (1).
template <int Half, class Comparison>
struct of_half {
    CUDA_EMULATOR_LANE_STATIC bool f(u32 a, u32 b) { return Comparison::f(u16(a >> 16 * Half), u16(b >> 16 * Half)); }
};

//! set: `True` where the comparison holds, else zero.
template <class D, u32 True, class Comparison>
struct truth {
    template <class T>
    CUDA_EMULATOR_LANE_STATIC D f(T a, T b)
    {
        return Comparison::f(a, b) ? D(True) : D(0);
    }
};
//! The same for both halves of a pair.
template <u32 True, class Comparison>
struct truth_pair {
    CUDA_EMULATOR_LANE_STATIC u32 f(u32 a, u32 b)
    {
        return (Comparison::f(u16(a), u16(b)) ? True : 0u) |
               (Comparison::f(u16(a >> 16), u16(b >> 16)) ? True << 16 : 0u);
    }
};

} // namespace cuda_emulator::lane
