// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats smaller than 32 bits: their values, and rounding to them.
#pragma once

#include "isa/lane/float_value.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#if defined(__F16C__)
    #include <immintrin.h>
#endif

namespace cuda_emulator {

//! Rounds a double to a binary format with `Exponent` and `Mantissa` bits, and returns its bits.
template <int Exponent, int Mantissa>
inline std::uint32_t encode(double v, rounding r = rounding::nearest)
{
    const auto b = bits_as<std::uint64_t>(v);
    const std::uint32_t sign = std::uint32_t(b >> 63) << (Exponent + Mantissa);
    const std::uint32_t infinity = ((1u << Exponent) - 1) << Mantissa;
    const std::uint64_t magnitude = b & ~(std::uint64_t{1} << 63);
    if (magnitude > 0x7ff0000000000000u) return (1u << (Exponent + Mantissa)) - 1; // canonical NaN: 0x7fff, 0x7fffffff
    if (magnitude == 0x7ff0000000000000u) return sign | infinity;
    if (magnitude == 0) return sign;
    constexpr int bias = (1 << (Exponent - 1)) - 1;
    int e = int(magnitude >> 52);
    std::uint64_t f = magnitude & ((std::uint64_t{1} << 52) - 1);
    if (e == 0) {
        e = 1;
    } else {
        f |= std::uint64_t{1} << 52;
    }
    int to = e - 1023 + bias; // biased exponent in the small format
    int drop = 52 - Mantissa;
    if (to < 1) {
        drop += 1 - to;
        to = 1;
    }
    std::uint64_t kept, rest, half;
    if (drop > 54) {
        kept = 0;
        rest = 1;
        half = 2;
    } else {
        kept = f >> drop;
        rest = f & ((std::uint64_t{1} << drop) - 1);
        half = std::uint64_t{1} << (drop - 1);
    }
    bool up = false;
    switch (r) {
    case rounding::nearest:
        up = rest > half || (rest == half && (kept & 1));
        break;
    case rounding::away:
        up = rest >= half;
        break;
    case rounding::zero:
        break;
    case rounding::down:
        up = rest != 0 && sign;
        break;
    case rounding::up:
        up = rest != 0 && !sign;
        break;
    }
    kept += up;
    // `kept` includes the hidden bit if normal, so a carry from rounding increments the exponent.
    std::uint64_t bits = (std::uint64_t(to - 1) << Mantissa) + kept;
    if (bits >= infinity) {
        const bool to_largest = r == rounding::zero || (r == rounding::down && !sign) || (r == rounding::up && sign);
        bits = to_largest ? infinity - 1 : infinity;
    }
    return sign | std::uint32_t(bits);
}

template <int Exponent, int Mantissa>
inline double decode_small(std::uint32_t b)
{
    const bool sign = b >> (Exponent + Mantissa) & 1;
    const int e = int(b >> Mantissa & ((1u << Exponent) - 1));
    const std::uint32_t f = b & ((1u << Mantissa) - 1);
    constexpr int bias = (1 << (Exponent - 1)) - 1;
    double v;
    if (e == (1 << Exponent) - 1) {
        v = f ? NAN : INFINITY;
    } else if (e == 0) {
        v = std::ldexp(double(f), 1 - bias - Mantissa);
    } else {
        // Exact, and cheaper than ldexp.
        v = bits_as<double>(std::uint64_t(e - bias + 1023) << 52 | std::uint64_t(f) << (52 - Mantissa));
    }
    return sign ? -v : v;
}

//! Half precision: a storage type; computations use double.
struct half_format {
    static std::uint16_t from(double v, rounding r = rounding::nearest) { return std::uint16_t(encode<5, 10>(v, r)); }
    static float value(std::uint16_t b)
    {
#if defined(__F16C__)
        return _cvtsh_ss(b);
#elif defined(__ARM_FP16_FORMAT_IEEE)
        __fp16 v;
        std::memcpy(&v, &b, sizeof v);
        return v;
#else
        return float(decode_small<5, 10>(b));
#endif
    }
    static constexpr std::uint16_t exponent = 0x7c00;
    static constexpr int exponent_bits = 5, mantissa_bits = 10;
    static constexpr double tiny = 0x1.ffep-15; //!< a smaller result of .ftz counts as subnormal: see flush_tiny
};
struct bfloat_format {
    static std::uint16_t from(double v, rounding r = rounding::nearest) { return std::uint16_t(encode<8, 7>(v, r)); }
    static float value(std::uint16_t b) { return bits_as<float>(std::uint32_t(b) << 16); }
    static constexpr std::uint16_t exponent = 0x7f80;
    static constexpr int exponent_bits = 8, mantissa_bits = 7;
    static constexpr double tiny = 0x1.ffp-127;
};

//! The eight-bit formats. e4m3 has no infinity, and its only NaN has all bits set.
struct e4m3_format {
    static constexpr int mantissa_bits = 3, least_exponent = -6;
    static constexpr double largest = 448;
    static constexpr const char* name = "e4m3x2";
    static double value(unsigned b)
    {
        const unsigned e = b >> 3 & 15, f = b & 7;
        const double v = (b & 0x7f) == 0x7f ? NAN : e ? std::ldexp(8 + f, int(e) - 10) : std::ldexp(f, -9);
        return b & 0x80 ? -v : v;
    }
};
struct e5m2_format {
    static constexpr int mantissa_bits = 2, least_exponent = -14;
    static constexpr double largest = 57344;
    static constexpr const char* name = "e5m2x2";
    static double value(unsigned b) { return half_format::value(std::uint16_t(b << 8)); } // the upper half of an f16
};

} // namespace cuda_emulator
