// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats of 16 and 8 bits in one lane: f16, bf16, their pairs, e4m3 and e5m2. PTX ISA, "Half Precision Floating-Point
// Instructions" and "cvt".
//
// Each operation is computed in double, where the result is exact or safe to round twice. Everything is arithmetic on
// bits without a branch, so that loops over the lanes become vectors.
#pragma once

#include "isa/lane/float.h"

namespace cuda_emulator::lane {

//! Rounds to the nearest number with so many bits of exponent and mantissa. A NaN becomes all ones, without the sign.
//! A format without infinity must have room for the result.
template <int Exponent, int Mantissa, bool HasInfinity = true>
CUDA_EMULATOR_LANE u32 nearest_small(f32 v)
{
    constexpr int dropped = 23 - Mantissa, bias = (1 << (Exponent - 1)) - 1;
    constexpr u32 infinity = ((1u << Exponent) - 1) << Mantissa, least_normal = u32(128 - bias) << 23;
    const u32 b = bits_as<u32>(v), magnitude = b & 0x7fffffffu;
    // A carry from rounding increments the exponent.
    const u32 odd = magnitude >> dropped & 1;
    const u32 normal = (magnitude + ((1u << (dropped - 1)) - 1) + odd - (u32(127 - bias) << 23)) >> dropped;
    // The sum's last bit is the format's least number.
    constexpr u32 unit = u32(151 - bias - Mantissa) << 23;
    const u32 subnormal = bits_as<u32>(bits_as<f32>(magnitude) + bits_as<f32>(unit)) - unit;
    const u32 rounded = magnitude < least_normal ? subnormal : normal;
    const u32 bounded = !HasInfinity || rounded < infinity ? rounded : infinity;
    return magnitude > 0x7f800000u ? (1u << (Exponent + Mantissa)) - 1 : b >> 31 << (Exponent + Mantissa) | bounded;
}
//! To 32 bits, rounded to odd: the result may be rounded again to a format with fewer bits.
CUDA_EMULATOR_LANE f32 narrow_to_odd(f64 v)
{
    const f32 near = f32(v);
    const bool is_beyond = __builtin_fabs(f64(near)) > __builtin_fabs(v), is_inexact = f64(near) != v;
    return bits_as<f32>((bits_as<u32>(near) - (is_beyond ? 1 : 0)) | (is_inexact ? 1 : 0));
}

struct f16_format {
    static constexpr u16 exponent = 0x7c00;
    static constexpr f64 tiny = 0x1.ffep-15; //!< a smaller result of .ftz counts as subnormal: see flush_tiny
    static constexpr bool keeps_nan = false; //!< whether a NaN keeps its payload when it is widened
    CUDA_EMULATOR_LANE static u16 from(f32 v) { return u16(nearest_small<5, 10>(v)); }
    CUDA_EMULATOR_LANE static f32 value(u16 b)
    {
        const u32 magnitude = u32(b & 0x7fff) << 13;
        // The product is exact, also for subnormal numbers.
        const u32 finite = bits_as<u32>(bits_as<f32>(magnitude) * 0x1p112f);
        return bits_as<f32>(u32(b & 0x8000) << 16 | ((b & exponent) == exponent ? magnitude | 0x7f800000u : finite));
    }
};
struct bf16_format {
    static constexpr u16 exponent = 0x7f80;
    static constexpr f64 tiny = 0x1.ffp-127;
    static constexpr bool keeps_nan = true;
    CUDA_EMULATOR_LANE static u16 from(f32 v) { return u16(nearest_small<8, 7>(v)); }
    CUDA_EMULATOR_LANE static f32 value(u16 b) { return bits_as<f32>(u32(b) << 16); }
};

// --- arithmetic

template <class F, mode M>
CUDA_EMULATOR_LANE u16 small_operand(u16 b)
{
    return flushes(M) && (b & F::exponent) == 0 ? u16(b & 0x8000) : b;
}
template <class F, mode M>
CUDA_EMULATOR_LANE f64 value_of(u16 b)
{
    return F::value(small_operand<F, M>(b));
}
//! A comparison (isa/lane/compare.h) of two numbers of 16 bits.
template <class F, mode M, class Comparison>
struct small_comparison {
    CUDA_EMULATOR_LANE static bool f(u16 a, u16 b)
    {
        return Comparison::f(F::value(small_operand<F, M>(a)), F::value(small_operand<F, M>(b)));
    }
};
constexpr bool relu = true; //!< .relu: a negative number becomes +0; NaN stays the one NaN
template <class F, mode M, bool Relu = false>
CUDA_EMULATOR_LANE u16 small_result(f64 v)
{
    if constexpr (flushes(M)) v = __builtin_fabs(v) < F::tiny ? __builtin_copysign(0.0, v) : v;
    if constexpr (saturates(M)) v = saturate_unit(v);
    const u16 b = F::from(narrow_to_odd(v));
    return Relu && b >> 15 ? u16(0) : b;
}

template <class F, mode M>
CUDA_EMULATOR_LANE u16 add_small(u16 a, u16 b)
{
    return small_result<F, M>(value_of<F, M>(a) + value_of<F, M>(b));
}
template <class F, mode M>
CUDA_EMULATOR_LANE u16 subtract_small(u16 a, u16 b)
{
    return small_result<F, M>(value_of<F, M>(a) - value_of<F, M>(b));
}
template <class F, mode M>
CUDA_EMULATOR_LANE u16 multiply_small(u16 a, u16 b)
{
    return small_result<F, M>(value_of<F, M>(a) * value_of<F, M>(b));
}
template <class F, mode M, bool Relu = false>
CUDA_EMULATOR_LANE u16 multiply_add_small(u16 a, u16 b, u16 c)
{
    // The product is exact in double; the sum is exact for f16 only.
    return small_result<F, M, Relu>(add_to_odd(value_of<F, M>(a) * value_of<F, M>(b), value_of<F, M>(c)));
}
template <class F, mode M>
CUDA_EMULATOR_LANE u16 negate_small(u16 a)
{
    return small_operand<F, M>(a) ^ 0x8000;
}
template <class F, mode M>
CUDA_EMULATOR_LANE u16 absolute_small(u16 a)
{
    return small_operand<F, M>(a) & 0x7fff;
}
//! min and max, as extreme().
template <class F, bool Greatest, mode M, bool TakesNan = false>
CUDA_EMULATOR_LANE u16 extreme_small(u16 a, u16 b)
{
    a = small_operand<F, M>(a), b = small_operand<F, M>(b);
    const f32 x = F::value(a), y = F::value(b);
    const u16 of_numbers = x == y ? ((a >> 15 != 0) == Greatest ? b : a) : (x < y) == Greatest ? b : a;
    const u16 of_nan = TakesNan || (x != x && y != y) ? u16(0x7fff) : x != x ? b : a;
    return x != x || y != y ? of_nan : of_numbers;
}
//! .xorsign.abs: the extreme magnitude, with the sign of the product.
template <class F, bool Greatest, mode M, bool TakesNan = false>
CUDA_EMULATOR_LANE u16 extreme_small_magnitude(u16 a, u16 b)
{
    a = small_operand<F, M>(a), b = small_operand<F, M>(b);
    const f32 x = F::value(a), y = F::value(b);
    const bool is_nan = (x != x && y != y) || (TakesNan && (x != x || y != y));
    const u16 r = extreme_small<F, Greatest, mode::none, TakesNan>(a & 0x7fff, b & 0x7fff);
    return is_nan ? r : u16(r | ((a ^ b) & 0x8000));
}

//! The same on both halves of 32 bits.
template <u16 (*Function)(u16)>
CUDA_EMULATOR_LANE u32 pairs_of_1(u32 a)
{
    return Function(u16(a)) | u32(Function(u16(a >> 16))) << 16;
}
template <u16 (*Function)(u16, u16)>
CUDA_EMULATOR_LANE u32 pairs_of_2(u32 a, u32 b)
{
    return Function(u16(a), u16(b)) | u32(Function(u16(a >> 16), u16(b >> 16))) << 16;
}
template <u16 (*Function)(u16, u16, u16)>
CUDA_EMULATOR_LANE u32 pairs_of_3(u32 a, u32 b, u32 c)
{
    return Function(u16(a), u16(b), u16(c)) | u32(Function(u16(a >> 16), u16(b >> 16), u16(c >> 16))) << 16;
}

// --- conversions that round to nearest

//! An H200 does not flush the source, so .ftz has no effect.
template <class F, mode M, bool Relu = false>
CUDA_EMULATOR_LANE u16 narrow_small(f32 a)
{
    if constexpr (saturates(M)) a = saturate_unit(a);
    const u16 b = F::from(a);
    return Relu && b >> 15 ? u16(0) : b;
}
//! cvt.rn.f16x2.f32 d, a, b: a becomes the upper half.
template <class F, bool Relu = false>
CUDA_EMULATOR_LANE u32 narrow_to_pair(f32 a, f32 b)
{
    return u32(narrow_small<F, mode::none, Relu>(a)) << 16 | narrow_small<F, mode::none, Relu>(b);
}
//! A NaN of f16 becomes the one NaN.
template <class F, mode M>
CUDA_EMULATOR_LANE f32 widen_small(u16 a)
{
    const f32 v = F::value(a), r = F::keeps_nan ? v : canonical(v);
    return result<M>(r);
}
template <class F, mode M>
CUDA_EMULATOR_LANE f64 widen_small_to_double(u16 a)
{
    const f32 v = F::value(a);
    const f64 r = v != v ? one_nan(f64(0)) : f64(v);
    return saturates(M) ? saturate_unit(r) : r;
}
template <class From, class To>
CUDA_EMULATOR_LANE u16 change_small(u16 a)
{
    return To::from(From::value(a));
}
template <class S, class F, mode M>
CUDA_EMULATOR_LANE u16 integer_to_small(held<S> a)
{
    return small_result<F, M>(f64(S(a)));
}

//! The eight-bit formats. e4m3 has no infinity, and its only NaN has all bits set. e5m2 is the upper half of f16.
struct e4m3_format {
    static constexpr f32 largest = 448;
    CUDA_EMULATOR_LANE static u32 nearest(f32 v) { return nearest_small<4, 3, false>(v); }
    //! As f16.
    CUDA_EMULATOR_LANE static u16 half(u32 b)
    {
        const u32 magnitude = b & 0x7f;
        const u16 finite = f16_format::from(bits_as<f32>(magnitude << 20) * 0x1p120f);
        return magnitude == 0x7f ? u16(0x7fff) : u16((b & 0x80) << 8 | finite);
    }
};
struct e5m2_format {
    static constexpr f32 largest = 57344;
    CUDA_EMULATOR_LANE static u32 nearest(f32 v) { return nearest_small<5, 2>(v); }
    CUDA_EMULATOR_LANE static u16 half(u32 b) { return (b & 0x7f) > 0x7c ? u16(0x7fff) : u16((b & 0xff) << 8); }
};
//! Rounds to the nearest finite number. Every NaN becomes 0x7f.
template <class F, bool Relu>
CUDA_EMULATOR_LANE u32 byte_of(f32 v)
{
    if constexpr (Relu) v = v <= 0 ? 0 : v;
    const f32 bounded = v > F::largest ? F::largest : v < -F::largest ? -F::largest : v;
    return v != v ? 0x7f : F::nearest(bounded);
}
template <class F, bool Relu>
CUDA_EMULATOR_LANE u16 to_bytes(f32 a, f32 b)
{
    return u16(byte_of<F, Relu>(a) << 8 | byte_of<F, Relu>(b));
}
template <class F, bool Relu>
CUDA_EMULATOR_LANE u16 pair_to_bytes(u32 a)
{
    return to_bytes<F, Relu>(f16_format::value(u16(a >> 16)), f16_format::value(u16(a)));
}
template <class F, bool Relu>
CUDA_EMULATOR_LANE u16 half_of_byte(u32 b)
{
    const u16 h = F::half(b);
    return Relu && h >> 15 ? u16(0) : h;
}
template <class F, bool Relu>
CUDA_EMULATOR_LANE u32 from_bytes(u16 a)
{
    return u32(half_of_byte<F, Relu>(a >> 8)) << 16 | half_of_byte<F, Relu>(a & 0xff);
}

} // namespace cuda_emulator::lane
