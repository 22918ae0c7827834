// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The .approx forms of one lane: computed in double and rounded once, which is inside every error that PTX states.
#pragma once

#include "isa/lane/float.h"

namespace cuda_emulator::lane {

CUDA_EMULATOR_LANE f64 reciprocal_of(f64 a) { return 1 / a; }
CUDA_EMULATOR_LANE f64 reciprocal_root(f64 a) { return 1 / root(a); }
CUDA_EMULATOR_LANE f64 sine(f64 a) { return __builtin_sin(a); }
CUDA_EMULATOR_LANE f64 cosine(f64 a) { return __builtin_cos(a); }
CUDA_EMULATOR_LANE f64 hyperbolic_tangent(f64 a) { return __builtin_tanh(a); }
CUDA_EMULATOR_LANE f64 root_of(f64 a) { return root(a); }

//! c + x * (next coefficient + …)
CUDA_EMULATOR_LANE f64 polynomial(f64, f64 c) { return c; }
template <class... More>
CUDA_EMULATOR_LANE f64 polynomial(f64 x, f64 c, More... more)
{
    return fused(polynomial(x, more...), x, c);
}

// A call of the C library is scalar, and these two are not. The coefficients interpolate the function at Chebyshev's
// points. For each operand of 32 bits, the rounded result is glibc's.

CUDA_EMULATOR_LANE f64 power_of_2(f64 a)
{
    const f64 x = a < -1000 ? -1000 : a > 1000 ? 1000 : a;
    constexpr f64 to_whole = 0x1.8p52; // the sum's last bits are the nearest whole number
    const f64 sum = x + to_whole, r = x - (sum - to_whole);
    const f64 p =
        polynomial(r, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c58fp-3, 0x1.c6b08d704a0c6p-5, 0x1.3b2ab6fba4e79p-7,
                   0x1.5d87fe78a3f9cp-10, 0x1.430912f86b7dbp-13, 0x1.ffcbfc6da6ed1p-17, 0x1.62c02242b879cp-20,
                   0x1.b524ebd13a55fp-24, 0x1.e4cf10dec0f59p-28, 0x1.e9ec1fcb69a7fp-32, 0x1.c4a29324a1038p-36);
    return fused(p, r, 1.0) * bits_as<f64>((bits_as<u64>(sum) + 1023) << 52);
}

//! Only for operands that are 0, normal, infinite or NaN.
CUDA_EMULATOR_LANE f64 logarithm_2(f64 a)
{
    // a = m * 2^exponent, with m in [sqrt(1/2), sqrt(2)). log2(m) is odd in s.
    constexpr u64 root_of_half = 0x3fe6a09e667f3bcdu, bias = 1075;
    const u64 b = bits_as<u64>(a), biased = (b - root_of_half + (bias << 52)) >> 52;
    const f64 exponent = bits_as<f64>(biased | 0x4330000000000000u) - (0x1p52 + f64(bias));
    const f64 m = bits_as<f64>(b - ((biased - bias) << 52)), s = (m - 1) / (m + 1);
    const f64 p = polynomial(s * s, 0x1.71547652b82fep+1, 0x1.ec709dc3a03fcp-1, 0x1.2776c50ef9fcdp-1,
                             0x1.a61762a70841ap-2, 0x1.484b1448824b4p-2, 0x1.0c9a598d2f12dp-2, 0x1.c6a2992614773p-3,
                             0x1.8773e146e7d5ap-3, 0x1.87da22b26eef2p-3);
    const f64 r = fused(s, p, exponent), infinite = __builtin_inf();
    return a > 0 ? (a < infinite ? r : a) : a == 0 ? -infinite : bits_as<f64>(u64{0x7fffffffffffffff});
}

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
