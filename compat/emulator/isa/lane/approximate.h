// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The .approx forms of one lane: computed in double and rounded once, which is inside every error that PTX states.
#pragma once

#include "isa/lane/float.h"

namespace cuda_emulator::lane {

CUDA_EMULATOR_LANE f64 reciprocal_of(f64 a) { return 1 / a; }
CUDA_EMULATOR_LANE f64 reciprocal_root(f64 a) { return 1 / root(a); }
CUDA_EMULATOR_LANE f64 sine(f64 a) { return __builtin_sin(a); }
CUDA_EMULATOR_LANE f64 cosine(f64 a) { return __builtin_cos(a); }
CUDA_EMULATOR_LANE f64 logarithm_2(f64 a) { return __builtin_log2(a); }
CUDA_EMULATOR_LANE f64 power_of_2(f64 a) { return __builtin_exp2(a); }
CUDA_EMULATOR_LANE f64 hyperbolic_tangent(f64 a) { return __builtin_tanh(a); }
CUDA_EMULATOR_LANE f64 root_of(f64 a) { return root(a); }

template <f64 (*Function)(f64), mode M = mode::none>
CUDA_EMULATOR_LANE f32 approximate(f32 a)
{
    return result<M>(f32(Function(f64(operand<M>(a)))));
}

//! div.full
template <mode M = mode::none>
CUDA_EMULATOR_LANE f32 divide_full(f32 a, f32 b)
{
    return result<M>(operand<M>(a) / operand<M>(b));
}
//! div.approx: for a divisor beyond 2^126 the quotient is 0, and NaN for an infinite a, as a * (1 / b) would give.
template <mode M = mode::none>
CUDA_EMULATOR_LANE f32 divide_approximate(f32 a, f32 b)
{
    a = operand<M>(a), b = operand<M>(b);
    const bool is_beyond = __builtin_fabsf(b) > 0x1p126f && __builtin_fabsf(b) <= 0x1.fffffep127f;
    const f32 zero = is_negative(a) != is_negative(b) ? -0.0f : 0.0f;
    return !is_beyond ? result<M>(a / b) : __builtin_isinf(a) || a != a ? one_nan(a) : zero;
}

//! The .ftz.f64 forms look at the upper 32 bits of the operand, so that some NaNs are infinities to them. They give the
//! upper 32 bits of the result.
CUDA_EMULATOR_LANE u64 upper_half(u64 b)
{
    b &= 0xffffffff00000000u;
    return (b & 0x7ff0000000000000u) == 0 ? b & u64{1} << 63 : b;
}
template <f64 (*Function)(f64)>
CUDA_EMULATOR_LANE f64 coarse(f64 a)
{
    const f64 r = Function(bits_as<f64>(upper_half(bits_as<u64>(a))));
    return bits_as<f64>(r != r ? u64{0x7fffffff00000000} : upper_half(bits_as<u64>(r)));
}

} // namespace cuda_emulator::lane
