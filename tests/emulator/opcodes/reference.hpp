// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// IEEE 754 arithmetic in integers: what the tests expect of floating-point forms, in any rounding mode, with no use of
// the host's own floating point.
#pragma once

#include "harness.hpp"

namespace opcode_test {

struct format {
    int exponent_bits, mantissa_bits;
    int bias() const { return (1 << (exponent_bits - 1)) - 1; }
    u64 infinity() const { return ((u64{1} << exponent_bits) - 1) << mantissa_bits; }
    u64 sign() const { return u64{1} << (exponent_bits + mantissa_bits); }
    u64 magnitude(u64 bits) const { return bits & (sign() - 1); }
    bool is_nan(u64 bits) const { return magnitude(bits) > infinity(); }
    bool is_infinite(u64 bits) const { return magnitude(bits) == infinity(); }
    bool is_zero(u64 bits) const { return magnitude(bits) == 0; }
    bool is_subnormal(u64 bits) const { return !is_zero(bits) && magnitude(bits) >> mantissa_bits == 0; }
    bool is_negative(u64 bits) const { return bits & sign(); }
    u64 one() const { return u64(bias()) << mantissa_bits; }
    u64 largest() const { return infinity() - 1; }
    //! What an operation gives when the result is no number: 0x7fff for 16 bits, 0x7fffffff for 32.
    u64 nan() const { return mantissa_bits == 52 ? 0xfff8000000000000u : sign() - 1; }
};
inline constexpr format half_format{5, 10}, bfloat_format{8, 7}, single_format{8, 23}, double_format{11, 52};

enum class mode { nearest, zero, down, up, away }; // .rn .rz .rm .rp .rna

//! A finite number: significand * 2^exponent; `sticky`: the true value is a little further from zero.
struct exact {
    bool negative = false;
    int exponent = 0;
    u128 significand = 0;
    bool sticky = false;
};

exact unpack(format, u64 bits); //!< of a finite number
u64 ftz(format, u64 bits);      //!< subnormal: zero of the same sign
u64 saturate(format, u64 bits); //!< to [0, 1]; NaN and -0: +0

//! `flush` is .ftz: subnormal sources and results become zero. As an H200 does it, a result is subnormal when it is
//! below the smallest normal number after rounding with an exponent without bounds: the largest subnormal numbers have
//! one more bit then.
u64 round(format, exact, mode, bool flush = false);
u64 add(format, u64 a, u64 b, mode, bool flush = false);
u64 subtract(format, u64 a, u64 b, mode, bool flush = false);
u64 multiply(format, u64 a, u64 b, mode, bool flush = false);
u64 fused(format, u64 a, u64 b, u64 c, mode, bool flush = false);
u64 divide(format, u64 a, u64 b, mode, bool flush = false);
u64 square_root(format, u64 a, mode, bool flush = false);

//! A NaN becomes the destination's own NaN; one of 64 bits keeps its sign and the upper bits of its payload.
u64 convert(format to, format from, u64 bits, mode, bool flush_result = false);
u64 from_integer(format, s128 v, mode);
//! Rounded and clamped to the range of an integer of `bits` bits; not for NaN.
s128 to_integer(format, u64 bits, mode, int integer_bits, bool is_signed);
u64 to_integral(format, u64 bits, mode);

//! -1, 0, 1; not for NaN.
int compare(format, u64 a, u64 b);

//! The value as the host's widest type, for bounds.
long double value(format, u64 bits);

//! How far apart two numbers of the format are, in steps from one number to the next.
u64 steps(format, u64 a, u64 b);

} // namespace opcode_test
