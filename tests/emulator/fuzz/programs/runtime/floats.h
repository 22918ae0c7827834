// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations on float, double, and the types of 16 bits. Those of 16 bits come as the bits of a u32. A NaN becomes the
// same bits everywhere, because the payload of a result is not defined.
#pragma once

#include "integers.h"

#include <cmath>
#include <cstring>

// Bits and values.
HOST_DEVICE float float_of(u32 bits)
{
    float value;
    memcpy(&value, &bits, 4);
    return value;
}
HOST_DEVICE double double_of(u64 bits)
{
    double value;
    memcpy(&value, &bits, 8);
    return value;
}
HOST_DEVICE u32 bits_of(float value)
{
    u32 bits;
    memcpy(&bits, &value, 4);
    return value != value ? 0x7fc00000u : bits;
}
HOST_DEVICE u64 bits_of(double value)
{
    u64 bits;
    memcpy(&bits, &value, 8);
    return value != value ? 0x7ff8000000000000ull : bits;
}
//! A float of moderate size, with a fraction.
HOST_DEVICE float moderate_float(u32 bits)
{
    return static_cast<float>(static_cast<i32>(bits & 0xffff)) * 0.03125f - 700.0f;
}

// Arithmetic.
HOST_DEVICE float add_f32(float a, float b) { return CHOOSE(__fadd_rn(a, b), a + b); }
HOST_DEVICE float sub_f32(float a, float b) { return CHOOSE(__fsub_rn(a, b), a - b); }
HOST_DEVICE float mul_f32(float a, float b) { return CHOOSE(__fmul_rn(a, b), a * b); }
HOST_DEVICE float div_f32(float a, float b) { return CHOOSE(__fdiv_rn(a, b), a / b); }
HOST_DEVICE float fma_f32(float a, float b, float c) { return CHOOSE(__fmaf_rn(a, b, c), fmaf(a, b, c)); }
HOST_DEVICE float sqrt_f32(float a) { return CHOOSE(__fsqrt_rn(a), sqrtf(a)); }
HOST_DEVICE double add_f64(double a, double b) { return CHOOSE(__dadd_rn(a, b), a + b); }
HOST_DEVICE double mul_f64(double a, double b) { return CHOOSE(__dmul_rn(a, b), a * b); }
HOST_DEVICE double div_f64(double a, double b) { return CHOOSE(__ddiv_rn(a, b), a / b); }
HOST_DEVICE double fma_f64(double a, double b, double c) { return CHOOSE(__fma_rn(a, b, c), fma(a, b, c)); }
HOST_DEVICE double sqrt_f64(double a) { return CHOOSE(__dsqrt_rn(a), sqrt(a)); }

inline float saturated(float value) { return value > 0 ? fminf(value, 1) : 0; }
OPERATION_2(float, add_sat_f32, float, float, "add.sat.f32") { return saturated(a + b); }
OPERATION_3(float, fma_sat_f32, float, float, float, "fma.rn.sat.f32") { return saturated(fmaf(a, b, c)); }

// The smaller and the larger: -0 is below +0, and one NaN gives the other operand.
template <class Float>
Float smaller(Float a, Float b)
{
    if (a != a) return b;
    if (b != b) return a;
    if (a == b) return std::signbit(a) ? a : b;
    return a < b ? a : b;
}
OPERATION_2(float, min_f32, float, float, "min.f32") { return smaller(a, b); }
OPERATION_2(float, max_f32, float, float, "max.f32") { return -smaller(-a, -b); }
OPERATION_2(float, min_nan_f32, float, float, "min.NaN.f32") { return a != a || b != b ? NAN : smaller(a, b); }
OPERATION_2(float, max_nan_f32, float, float, "max.NaN.f32") { return a != a || b != b ? NAN : -smaller(-a, -b); }
OPERATION_2(double, min_f64, double, double, "min.f64") { return smaller(a, b); }

// Conversions to integers: values outside the range become its ends, and NaN a value of the instruction.
inline i64 clamped_s64(double value)
{
    if (value >= 0x1p63) return INT64_MAX;
    return value <= -0x1p63 ? INT64_MIN : static_cast<i64>(value);
}
inline u64 clamped_u64(double value)
{
    if (value >= 0x1p64) return UINT64_MAX;
    return value <= 0 ? 0 : static_cast<u64>(value);
}
inline u32 word_of(double value) { return value != value ? 0 : clamped_s32(clamped_s64(value)); }
constexpr u64 no_integer = 1ull << 63;
OPERATION_1(u32, cvt_rzi_s32_f32, float, "cvt.rzi.s32.f32") { return word_of(trunc(double{a})); }
OPERATION_1(u32, cvt_rni_s32_f32, float, "cvt.rni.s32.f32") { return word_of(rint(double{a})); }
OPERATION_1(u32, cvt_rmi_s32_f32, float, "cvt.rmi.s32.f32") { return word_of(floor(double{a})); }
OPERATION_1(u32, cvt_rpi_u32_f32, float, "cvt.rpi.u32.f32")
{
    return a != a ? 0 : static_cast<u32>(std::min<u64>(clamped_u64(ceil(double{a})), UINT32_MAX));
}
OPERATION_1(u32, cvt_rzi_s32_f64, double, "cvt.rzi.s32.f64") { return a != a ? 0x80000000u : word_of(a); }
OPERATION_1(u64, cvt_rzi_s64_f64, double, "cvt.rzi.s64.f64") { return a != a ? no_integer : clamped_s64(a); }
OPERATION_1(u64, cvt_rni_s64_f64, double, "cvt.rni.s64.f64") { return a != a ? no_integer : clamped_s64(rint(a)); }
OPERATION_1(u64, cvt_rzi_u64_f64, double, "cvt.rzi.u64.f64") { return a != a ? no_integer : clamped_u64(a); }
OPERATION_1(u64, cvt_rzi_u64_f32, float, "cvt.rzi.u64.f32") { return a != a ? no_integer : clamped_u64(a); }

// Conversions from integers, and between the two.
OPERATION_1(float, cvt_f32_s32, u32, "cvt.rn.f32.s32") { return static_cast<float>(static_cast<i32>(a)); }
OPERATION_1(float, cvt_f32_s64, u64, "cvt.rn.f32.s64") { return static_cast<float>(static_cast<i64>(a)); }
OPERATION_1(float, cvt_f32_u64, u64, "cvt.rn.f32.u64") { return static_cast<float>(a); }
OPERATION_1(double, cvt_f64_s64, u64, "cvt.rn.f64.s64") { return static_cast<double>(static_cast<i64>(a)); }
OPERATION_1(double, cvt_f64_u64, u64, "cvt.rn.f64.u64") { return static_cast<double>(a); }
OPERATION_1(float, cvt_f32_f64, double, "cvt.rn.f32.f64") { return static_cast<float>(a); }

// half: 5 bits of exponent, 10 of fraction.
//! ptxas takes a register that a float instruction wrote as a float: as the source of a store of 8 bits it is rounded
//! to a whole number first (tests/emulator/opcodes/H200.md). It takes a copy as bits.
HOST_DEVICE u32 copied(u16 bits)
{
    ON_DEVICE(u16 r; asm("mov.b16 %0, %1;" : "=h"(r) : "h"(bits)); return r;)
    ON_HOST(return bits;)
}
HOST_DEVICE u32 defined_half(u32 bits) { return (bits & 0x7fff) > 0x7c00 ? 0x7fff : bits; }
OPERATION_1(float, cvt_f32_f16, u16, "cvt.f32.f16")
{
    const int exponent = a >> 10 & 31, fraction = a & 1023;
    const double size = exponent == 31  ? (fraction ? NAN : INFINITY)
                        : exponent == 0 ? ldexp(fraction, -24)
                                        : ldexp(1024 + fraction, exponent - 25);
    return static_cast<float>(a & 0x8000 ? -size : size);
}
OPERATION_1(u16, cvt_rn_f16_f32, float, "cvt.rn.f16.f32")
{
    if (a != a) return 0x7fff;
    const u32 sign = std::signbit(a) ? 0x8000 : 0;
    const double size = fabs(double{a});
    if (size >= 65520) return sign | 0x7c00;
    if (size < 0x1p-14) return sign | static_cast<u32>(rint(size * 0x1p24));
    int exponent;
    const double fraction = frexp(size, &exponent);
    // A fraction that is rounded up to the next power of two carries into the exponent.
    return sign | (static_cast<u32>(exponent + 13) * 1024 + static_cast<u32>(rint(ldexp(fraction, 11))));
}
inline float half_value(u32 bits) { return cvt_f32_f16_on_host(bits); }
OPERATION_2(u16, add_rn_f16, u16, u16, "add.rn.f16") { return cvt_rn_f16_f32_on_host(half_value(a) + half_value(b)); }
OPERATION_2(u16, sub_rn_f16, u16, u16, "sub.rn.f16") { return cvt_rn_f16_f32_on_host(half_value(a) - half_value(b)); }
OPERATION_2(u16, mul_rn_f16, u16, u16, "mul.rn.f16") { return cvt_rn_f16_f32_on_host(half_value(a) * half_value(b)); }
OPERATION_2(u32, add_rn_f16x2, u32, u32, "add.rn.f16x2")
{
    return add_rn_f16_on_host(a, b) | u32{add_rn_f16_on_host(a >> 16, b >> 16)} << 16;
}
OPERATION_2(u32, mul_rn_f16x2, u32, u32, "mul.rn.f16x2")
{
    return mul_rn_f16_on_host(a, b) | u32{mul_rn_f16_on_host(a >> 16, b >> 16)} << 16;
}
HOST_DEVICE u32 defined_halves(u32 bits) { return defined_half(bits & 0xffff) | defined_half(bits >> 16) << 16; }

// bfloat16: the upper half of a float.
HOST_DEVICE u32 defined_bfloat(u32 bits) { return (bits & 0x7fff) > 0x7f80 ? 0x7fff : bits; }
OPERATION_1(u16, cvt_rn_bf16_f32, float, "cvt.rn.bf16.f32")
{
    const u32 bits = bits_of(a);
    return a != a ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}
inline float bfloat_value(u32 bits) { return float_of(bits << 16); }
OPERATION_2(u16, add_rn_bf16, u16, u16, "add.rn.bf16")
{
    return cvt_rn_bf16_f32_on_host(bfloat_value(a) + bfloat_value(b));
}
OPERATION_2(u16, mul_rn_bf16, u16, u16, "mul.rn.bf16")
{
    return cvt_rn_bf16_f32_on_host(bfloat_value(a) * bfloat_value(b));
}
OPERATION_2(u16, min_bf16, u16, u16, "min.bf16")
{
    return cvt_rn_bf16_f32_on_host(smaller(bfloat_value(a), bfloat_value(b)));
}
