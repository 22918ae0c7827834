// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cvt of one lane, between integers and floating-point numbers of 32 and 64 bits.
#pragma once

#include "isa/lane/float.h"

namespace cuda_emulator::lane {

//! Modulo 2^n.
template <class D, class S>
CUDA_EMULATOR_LANE held<D> convert(held<S> a)
{
    return D(S(a));
}
//! .sat: to the nearest value that fits.
template <class D, class S>
CUDA_EMULATOR_LANE held<D> convert_saturated(held<S> a)
{
    const S v = S(a);
    if (is_signed<S> && v < 0) return is_signed<D> ? (i64(v) < i64(lowest<D>) ? lowest<D> : D(v)) : D(0);
    return u64(v) > u64(highest<D>) ? highest<D> : D(v);
}

template <rounding R>
CUDA_EMULATOR_LANE f32 to_whole(f32 v)
{
    if constexpr (R == rounding::nearest) return __builtin_nearbyintf(v); // the host rounds to nearest even
    if constexpr (R == rounding::zero) return __builtin_truncf(v);
    if constexpr (R == rounding::down) return __builtin_floorf(v);
    if constexpr (R == rounding::up) return __builtin_ceilf(v);
    return __builtin_roundf(v);
}
template <rounding R>
CUDA_EMULATOR_LANE f64 to_whole(f64 v)
{
    if constexpr (R == rounding::nearest) return __builtin_nearbyint(v);
    if constexpr (R == rounding::zero) return __builtin_trunc(v);
    if constexpr (R == rounding::down) return __builtin_floor(v);
    if constexpr (R == rounding::up) return __builtin_ceil(v);
    return __builtin_round(v);
}

// AVX2 has no vector instruction between doubles and integers of 64 bits. At 2^52 the last bit of a double counts 1, so
// the sum with 2^52 has 32 bits of an integer as its last ones. At 2^84 the last bit counts 2^32.
constexpr u64 bits_of_2_52 = 0x4330000000000000u, bits_of_2_84 = 0x4530000000000000u;

//! A whole number that fits into 64 bits.
template <class D>
CUDA_EMULATOR_LANE D long_of_whole(f64 v)
{
    const f64 upper = __builtin_floor(v * 0x1p-32), lower = v - upper * 0x1p32;
    const u64 high = bits_as<u64>(upper + 0x1.8p52) << 32, low = bits_as<u64>(lower + 0x1p52) & 0xffffffffu;
    return D(high | low);
}
//! Rounded to nearest even.
template <class S>
CUDA_EMULATOR_LANE f64 double_of_long(S a)
{
    constexpr f64 excess = is_signed<S> ? 0x1p84 + 0x1p63 + 0x1p52 : 0x1p84 + 0x1p52;
    const u64 high = (u64(a) ^ (is_signed<S> ? u64{1} << 63 : 0)) >> 32, low = u64(a) & 0xffffffffu;
    return bits_as<f64>(high | bits_of_2_84) - excess + bits_as<f64>(low | bits_of_2_52);
}
//! Replaces the low eleven bits of a long value by whether any of them is set. The result rounds to the same float, and
//! a double holds it exactly.
template <class S>
CUDA_EMULATOR_LANE S shorten_for_float(S a)
{
    const u64 short_one = (u64(a) & ~u64{0x7ff}) | ((u64(a) & 0x7ff) != 0 ? 0x800 : 0);
    const bool is_long = u64(a) + (is_signed<S> ? u64{1} << 53 : 0) >= (is_signed<S> ? u64{1} << 54 : u64{1} << 53);
    return is_long ? S(short_one) : a;
}

//! A whole number that fits. AVX2 has no vector instruction for u32, but one for i32.
template <class D, class T>
CUDA_EMULATOR_LANE D of_whole(T v)
{
    if constexpr (sizeof(D) == 8) return long_of_whole<D>(v);
    if constexpr (is_same<D, u32>) return v < T(0x1p31) ? u32(i32(v)) : u32(i32(v - T(0x1p31))) ^ 0x80000000u;
    return D(v);
}
//! Rounded, then clamped to the range. A NaN gives 0, or the top bit where either side has 64 bits.
template <class D, class T, rounding R, mode M = mode::none>
CUDA_EMULATOR_LANE held<D> float_to_integer(T a)
{
    const T v = to_whole<R>(operand<M>(a));
    // 2^n and -2^n are exact in every format, the limits are not.
    constexpr int width = 8 * sizeof(D) - is_signed<D>;
    constexpr T above = T(u64{1} << (width - 1)) * 2, below = is_signed<D> ? -above : T(0);
    constexpr D of_nan = sizeof(T) == 8 || sizeof(D) == 8 ? D(u64{1} << (8 * sizeof(D) - 1)) : D(0);
    const bool fits = v >= below && v < above;
    return fits ? of_whole<D>(v) : v != v ? of_nan : v < below ? lowest<D> : highest<D>;
}

// GCC (seen: 12.2) makes trunc() of a conversion to an integer and back, which keeps the sign of a zero. So the bits of
// a zero are cleared here.
template <class T, class S>
CUDA_EMULATOR_LANE T float_of_short_integer(S a)
{
    if constexpr (sizeof(T) == 8) {
        return bits_as<T>(bits_as<u64>(T(a)) & -u64(a != 0));
    } else {
        return bits_as<T>(bits_as<u32>(T(a)) & -u32(a != 0));
    }
}
template <class T, class S, mode M = mode::none>
CUDA_EMULATOR_LANE T integer_to_float(held<S> a)
{
    if constexpr (sizeof(S) == 8) {
        return result<M>(T(double_of_long(is_same<T, f32> ? shorten_for_float(S(a)) : S(a))));
    } else {
        return result<M>(float_of_short_integer<T>(S(a)));
    }
}

//! A NaN of 64 bits keeps its sign and the upper bits of its payload in a format of so many bits.
template <int Exponent, int Mantissa>
CUDA_EMULATOR_LANE u32 narrow_nan(f64 v)
{
    const u64 b = bits_as<u64>(v);
    const u32 payload = u32(b >> (52 - Mantissa)) & ((1u << Mantissa) - 1);
    return u32(b >> 63) << (Exponent + Mantissa) | ((2u << Exponent) - 1) << (Mantissa - 1) | payload;
}
template <mode M = mode::none>
CUDA_EMULATOR_LANE f32 narrow_float(f64 a)
{
    f32 r = f32(a);
    if constexpr (flushes(M)) r = flush_tiny(r, a);
    return a != a ? (saturates(M) ? 0 : bits_as<f32>(narrow_nan<8, 23>(a))) : saturates(M) ? saturate_unit(r) : r;
}
//! A NaN keeps its payload, quiet. With .ftz it is the one of 32 bits. PTX says neither, an H200 does both.
template <mode M = mode::none>
CUDA_EMULATOR_LANE f64 widen_float(f32 a)
{
    if constexpr (flushes(M)) a = a != a ? one_nan(a) : flush(a);
    const f64 r = a;
    return saturates(M) ? saturate_unit(r) : r;
}
template <class T, mode M = mode::none>
CUDA_EMULATOR_LANE T same_float(T a)
{
    return result<M>(a);
}
template <class T, rounding R, mode M = mode::none>
CUDA_EMULATOR_LANE T whole_float(T a)
{
    a = to_whole<R>(operand<M>(a));
    return saturates(M) ? saturate_unit(a) : a;
}

} // namespace cuda_emulator::lane
