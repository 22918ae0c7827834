// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules of PTX for floating-point values: NaN, flushing of subnormals, saturation.
#pragma once

#include "isa/lane/traits.h"

#include <cstring>

namespace cuda_emulator {

// Translated kernels call the short functions hundreds of times, and GCC's inliner was its longest pass. So these are
// inlined at once. The others are inlined late: at once, they kept GCC 12 from vectorising the interpreter's fma of
// halves.

template <class To, class From>
CUDA_EMULATOR_LANE To bits_as(From v)
{
    static_assert(sizeof(To) == sizeof(From));
    To r;
    std::memcpy(&r, &v, sizeof r);
    return r;
}

//! Every NaN result of a 32-bit operation has this bit pattern.
constexpr u32 canonical_nan = 0x7fffffffu;

CUDA_EMULATOR_LANE f32 canonical(f32 v) { return v != v ? bits_as<f32>(canonical_nan) : v; }
//! A 64-bit operation keeps the NaN that the host's instruction gives.
CUDA_EMULATOR_LANE f64 canonical(f64 v) { return v; }

//! .ftz: a subnormal becomes a zero of the same sign.
CUDA_EMULATOR_LANE f32 flush(f32 v)
{
    const auto b = bits_as<u32>(v);
    return (b & 0x7f800000u) == 0 ? bits_as<f32>(b & 0x80000000u) : v;
}
CUDA_EMULATOR_LANE f64 flush(f64 v) { return v; }

//! .ftz of a 32-bit result `r` that was rounded to nearest. The result counts as subnormal when `exact` does, rounded
//! to 24 bits with an unbounded exponent; an H200 does the same. `exact` need only lie on the right side of a number of
//! 25 bits.
inline f32 flush_tiny(f32 r, f64 exact)
{
    return __builtin_fabs(exact) < 0x1.ffffffp-127 ? bits_as<f32>(bits_as<u32>(r) & 0x80000000u) : r;
}

//! The same for a result that was rounded in another direction.
inline f32 flush_directed(f32 r, f64 exact)
{
    const f32 magnitude = __builtin_fabsf(r);
    const bool tiny = magnitude < 0x1p-126f || (magnitude == 0x1p-126f && __builtin_fabs(exact) <= 0x1.fffffep-127);
    return tiny ? bits_as<f32>(bits_as<u32>(r) & 0x80000000u) : r;
}

//! p + z rounded to odd. Rounding the result again is safe, and so is comparing it with a number of fewer bits.
inline f64 add_to_odd(f64 p, f64 z)
{
    const f64 s = p + z;
    const f64 zz = s - p;
    const f64 error = (p - (s - zz)) + (z - zz);
    const u64 b = bits_as<u64>(s), even = ~b & 1;
    const u64 step = (error > 0) == (s > 0) ? even : 0 - even;
    const bool is_inexact = error != 0 && __builtin_fabs(s) <= 0x1.fffffffffffffp1023;
    return bits_as<f64>(is_inexact ? b + step : b);
}

//! .sat: to [0, 1]; a NaN becomes +0.
template <class T>
inline T saturate_unit(T v)
{
    return v > T(0) ? (v < T(1) ? v : T(1)) : T(0);
}

enum class rounding { nearest, zero, down, up, away };

} // namespace cuda_emulator
