// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point arithmetic of one lane: PTX ISA, "Floating-Point Instructions".
//
// The functions of 32 bits give any NaN. The row of the form says where it has to become the one NaN of PTX.
#pragma once

#include "isa/lane/float_value.h"

namespace cuda_emulator::lane {

//! Modifiers of a form.
enum class mode { none, ftz, sat, ftz_sat };
constexpr bool flushes(mode m) { return m == mode::ftz || m == mode::ftz_sat; }
constexpr bool saturates(mode m) { return m == mode::sat || m == mode::ftz_sat; }

template <mode M, class T>
CUDA_EMULATOR_LANE T operand(T v)
{
    if constexpr (flushes(M)) v = flush(v);
    return v;
}
template <mode M, class T>
CUDA_EMULATOR_LANE T result(T v)
{
    if constexpr (flushes(M)) v = flush(v);
    if constexpr (saturates(M)) v = saturate_unit(v);
    return v;
}

CUDA_EMULATOR_LANE f32 fused(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
CUDA_EMULATOR_LANE f64 fused(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
CUDA_EMULATOR_LANE f32 root(f32 a) { return __builtin_sqrtf(a); }
CUDA_EMULATOR_LANE f64 root(f64 a) { return __builtin_sqrt(a); }

template <class T, mode M = mode::none>
CUDA_EMULATOR_LANE T add_float(T a, T b)
{
    return result<M>(operand<M>(a) + operand<M>(b));
}
template <class T, mode M = mode::none>
CUDA_EMULATOR_LANE T subtract_float(T a, T b)
{
    return result<M>(operand<M>(a) - operand<M>(b));
}
template <class T, mode M = mode::none>
CUDA_EMULATOR_LANE T multiply_float(T a, T b)
{
    a = operand<M>(a), b = operand<M>(b);
    if constexpr (flushes(M)) return result<M>(flush_tiny(a * b, f64(a) * b));
    return result<M>(a * b);
}
template <class T, mode M = mode::none>
CUDA_EMULATOR_LANE T divide_float(T a, T b)
{
    a = operand<M>(a), b = operand<M>(b);
    if constexpr (flushes(M)) return result<M>(flush_tiny(a / b, f64(a) / b));
    return result<M>(a / b);
}
template <class T, mode M = mode::none>
CUDA_EMULATOR_LANE T reciprocal(T a)
{
    return divide_float<T, M>(1, a);
}
template <class T, mode M = mode::none>
CUDA_EMULATOR_LANE T square_root(T a)
{
    return result<M>(root(operand<M>(a)));
}
template <class T, mode M = mode::none>
CUDA_EMULATOR_LANE T multiply_add_float(T a, T b, T c)
{
    a = operand<M>(a), b = operand<M>(b), c = operand<M>(c);
    const T r = fused(a, b, c);
    if constexpr (flushes(M)) return result<M>(flush_tiny(r, add_to_odd(f64(a) * b, c)));
    return result<M>(r);
}

CUDA_EMULATOR_LANE bool is_negative(f32 v) { return bits_as<u32>(v) >> 31; }
CUDA_EMULATOR_LANE bool is_negative(f64 v) { return bits_as<u64>(v) >> 63; }

// Directed rounding of 32 bits: .rz, .rm and .rp. The host's rounding mode stays as it is, so that loops over the lanes
// become vectors. The compiler makes none where it sees a branch, so there are operations on bits instead.

//! Rounds to 32 bits. `exact` need only lie on the right side of every number of 24 bits.
template <rounding R>
CUDA_EMULATOR_LANE f32 directed(f64 exact)
{
    const f32 near = f32(exact);
    const u32 b = bits_as<u32>(near);
    const bool is_beyond = R == rounding::down ? near > exact
                           : R == rounding::up ? near < exact
                                               : __builtin_fabs(near) > __builtin_fabs(exact);
    const u32 negative = b >> 31, grows = R == rounding::down ? negative : R == rounding::up ? negative ^ 1 : 0;
    return bits_as<f32>(b + (is_beyond ? 2 * grows - 1 : 0));
}
template <rounding R, mode M>
CUDA_EMULATOR_LANE f32 directed_result(f64 exact)
{
    const f32 r = directed<R>(exact);
    if constexpr (flushes(M)) return result<M>(flush_directed(r, exact));
    return result<M>(r);
}
//! p + z for directed(). Rounded down, a sum of opposite numbers is -0.
template <rounding R>
CUDA_EMULATOR_LANE f64 directed_sum(f64 p, f64 z)
{
    const f64 s = add_to_odd(p, z);
    const u64 sign = (bits_as<u64>(p) | bits_as<u64>(z)) & u64{1} << 63;
    return R == rounding::down ? bits_as<f64>(bits_as<u64>(s) | (s == 0 ? sign : 0)) : s;
}
template <rounding R, mode M>
CUDA_EMULATOR_LANE f32 add_directed(f32 a, f32 b)
{
    return directed_result<R, M>(directed_sum<R>(operand<M>(a), operand<M>(b)));
}
template <rounding R, mode M>
CUDA_EMULATOR_LANE f32 subtract_directed(f32 a, f32 b)
{
    return directed_result<R, M>(directed_sum<R>(operand<M>(a), -operand<M>(b)));
}
template <rounding R, mode M>
CUDA_EMULATOR_LANE f32 multiply_directed(f32 a, f32 b)
{
    return directed_result<R, M>(f64(operand<M>(a)) * operand<M>(b));
}
template <rounding R, mode M>
CUDA_EMULATOR_LANE f32 multiply_add_directed(f32 a, f32 b, f32 c)
{
    return directed_result<R, M>(directed_sum<R>(f64(operand<M>(a)) * operand<M>(b), operand<M>(c)));
}
// A quotient or a root that is no number of 24 bits is so far from each that rounding it to 53 bits does no harm.
template <rounding R, mode M>
CUDA_EMULATOR_LANE f32 divide_directed(f32 a, f32 b)
{
    return directed_result<R, M>(f64(operand<M>(a)) / operand<M>(b));
}
template <rounding R, mode M>
CUDA_EMULATOR_LANE f32 reciprocal_directed(f32 a)
{
    return divide_directed<R, M>(1, a);
}
template <rounding R, mode M>
CUDA_EMULATOR_LANE f32 square_root_directed(f32 a)
{
    return directed_result<R, M>(root(f64(operand<M>(a))));
}

// Signs are bits, also those of a NaN.
template <class U>
constexpr U sign_bit = U(1) << (8 * sizeof(U) - 1);
template <mode M>
CUDA_EMULATOR_LANE u32 flushed_bits(u32 a)
{
    if constexpr (flushes(M)) return bits_as<u32>(flush(bits_as<f32>(a)));
    return a;
}
template <class U, mode M = mode::none>
CUDA_EMULATOR_LANE U negate_float(U a)
{
    if constexpr (flushes(M)) a = flushed_bits<M>(a);
    return a ^ sign_bit<U>;
}
template <class U, mode M = mode::none>
CUDA_EMULATOR_LANE U absolute_float(U a)
{
    if constexpr (flushes(M)) a = flushed_bits<M>(a);
    return a & ~sign_bit<U>;
}
//! b with the sign of a.
template <class U>
CUDA_EMULATOR_LANE U copy_sign(U a, U b)
{
    return (b & ~sign_bit<U>) | (a & sign_bit<U>);
}

CUDA_EMULATOR_LANE f32 one_nan(f32) { return bits_as<f32>(canonical_nan); }
CUDA_EMULATOR_LANE f64 one_nan(f64) { return bits_as<f64>(u64{0x7fffffffffffffff}); }

constexpr bool greatest = true, least = false;
constexpr bool takes_nan = true; //!< .NaN
//! min and max. A NaN yields to a number unless .NaN; +0 is greater than -0.
template <class T, bool Greatest, mode M = mode::none, bool TakesNan = false>
CUDA_EMULATOR_LANE T extreme(T a, T b)
{
    a = operand<M>(a), b = operand<M>(b);
    const T of_numbers = a == b ? (is_negative(a) == Greatest ? b : a) : (a < b) == Greatest ? b : a;
    if constexpr (TakesNan) return a != a || b != b ? one_nan(a) : of_numbers;
    return a != a ? (b != b ? one_nan(a) : b) : b != b ? a : of_numbers;
}
//! .xorsign.abs: the extreme magnitude, with the sign of the product.
template <bool Greatest, mode M = mode::none, bool TakesNan = false>
CUDA_EMULATOR_LANE f32 extreme_magnitude(f32 a, f32 b)
{
    a = operand<M>(a), b = operand<M>(b);
    const u32 sign = (bits_as<u32>(a) ^ bits_as<u32>(b)) & sign_bit<u32>;
    const f32 r = extreme<f32, Greatest, mode::none, TakesNan>(__builtin_fabsf(a), __builtin_fabsf(b));
    return r != r ? r : bits_as<f32>(bits_as<u32>(r) | sign);
}

template <class T>
CUDA_EMULATOR_LANE bool is_finite(T a)
{
    return __builtin_isfinite(a);
}
template <class T>
CUDA_EMULATOR_LANE bool is_infinite(T a)
{
    return __builtin_isinf(a);
}
template <class T>
CUDA_EMULATOR_LANE bool is_number(T a)
{
    return a == a;
}
template <class T>
CUDA_EMULATOR_LANE bool is_nan(T a)
{
    return a != a;
}
//! testp.normal holds for zero, too.
template <class T>
CUDA_EMULATOR_LANE bool is_normal(T a)
{
    return __builtin_isnormal(a) || a == 0;
}
template <class T>
CUDA_EMULATOR_LANE bool is_subnormal(T a)
{
    return a == a && a != 0 && !__builtin_isnormal(a) && !__builtin_isinf(a);
}

} // namespace cuda_emulator::lane
