// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reference.hpp"

#include <cmath>
#include <limits>

namespace opcode_test {

namespace {

int top_bit(u128 v)
{
    const u64 high = u64(v >> 64);
    return high ? 127 - __builtin_clzll(high) : v ? 63 - __builtin_clzll(u64(v)) : -1;
}

// Shifts right; bits that fall out are kept as sticky.
void shift_right(exact& x, int n)
{
    if (n <= 0) return;
    if (n >= 128) {
        x.sticky |= x.significand != 0;
        x.significand = 0;
    } else {
        x.sticky |= (x.significand & ((u128{1} << n) - 1)) != 0;
        x.significand >>= n;
    }
    x.exponent += n;
}

bool rounds_away(mode m, bool negative, bool odd, bool half, bool rest)
{
    switch (m) {
    case mode::nearest:
        return half && (rest || odd);
    case mode::away:
        return half;
    case mode::zero:
        return false;
    case mode::down:
        return negative && (half || rest);
    default:
        return !negative && (half || rest);
    }
}

// To a multiple of 2^exponent: the integer quotient.
u128 round_at(exact x, int exponent, mode m)
{
    if (x.exponent >= exponent) return x.significand << (x.exponent - exponent);
    // One bit below the unit, and all the rest.
    shift_right(x, exponent - 1 - x.exponent);
    const bool half = x.significand & 1;
    u128 q = x.significand >> 1;
    if (rounds_away(m, x.negative, q & 1, half, x.sticky)) ++q;
    return q;
}

} // namespace

exact unpack(format f, u64 bits)
{
    exact x;
    x.negative = f.is_negative(bits);
    const u64 m = f.magnitude(bits);
    const int e = int(m >> f.mantissa_bits);
    const u64 fraction = m & ((u64{1} << f.mantissa_bits) - 1);
    x.significand = e ? fraction | u64{1} << f.mantissa_bits : fraction;
    x.exponent = (e ? e : 1) - f.bias() - f.mantissa_bits;
    return x;
}

u64 round(format f, exact x, mode m, bool flush)
{
    const u64 sign = x.negative ? f.sign() : 0;
    if (x.significand == 0 && !x.sticky) return sign;
    if (flush) {
        const int unbounded = x.exponent + top_bit(x.significand) - f.mantissa_bits;
        if (x.significand == 0 || unbounded + top_bit(round_at(x, unbounded, m)) < 1 - f.bias()) return sign;
    }
    const int lowest = 1 - f.bias() - f.mantissa_bits;
    int unit = std::max(lowest, x.exponent + top_bit(x.significand) - f.mantissa_bits);
    if (x.significand == 0) unit = std::max(unit, lowest);
    u128 q = round_at(x, unit, m);
    if (q >> (f.mantissa_bits + 1)) { // rounded up to the next power of two
        q >>= 1;
        ++unit;
    }
    if (q >> f.mantissa_bits == 0) return sign | u64(q); // subnormal, or zero
    const int e = unit + f.mantissa_bits + f.bias();
    if (e >= (1 << f.exponent_bits) - 1) {
        const bool to_infinity =
            m == mode::nearest || m == mode::away || (m == mode::down && x.negative) || (m == mode::up && !x.negative);
        return sign | (to_infinity ? f.infinity() : f.largest());
    }
    return sign | u64(e) << f.mantissa_bits | (u64(q) & ((u64{1} << f.mantissa_bits) - 1));
}

u64 ftz(format f, u64 bits) { return f.is_subnormal(bits) ? bits & f.sign() : bits; }

u64 saturate(format f, u64 bits)
{
    if (f.is_nan(bits) || f.is_negative(bits)) return 0;
    return bits > f.one() ? f.one() : bits;
}

namespace {

// Sum of two exact numbers, of which at most the product in fused() is longer than a mantissa.
u64 sum(format f, exact a, exact b, mode m, bool flush)
{
    const bool both_zero = a.significand == 0 && b.significand == 0;
    if (both_zero) {
        exact z;
        z.negative = a.negative == b.negative ? a.negative : m == mode::down;
        return round(f, z, m, flush);
    }
    // Each with its top bit at 125: whatever is shifted out then lies far below the last place that counts.
    for (exact* x : {&a, &b})
        if (x->significand) {
            const int n = 125 - top_bit(x->significand);
            x->significand <<= n;
            x->exponent -= n;
        }
    if (!a.significand) a.exponent = b.exponent;
    if (!b.significand) b.exponent = a.exponent;
    exact& lower = a.exponent < b.exponent ? a : b;
    shift_right(lower, std::max(a.exponent, b.exponent) - lower.exponent);
    exact r;
    r.exponent = a.exponent;
    if (a.negative == b.negative) {
        r.negative = a.negative;
        r.significand = a.significand + b.significand;
        r.sticky = a.sticky || b.sticky;
        return round(f, r, m, flush);
    }
    const bool a_larger = a.significand > b.significand || (a.significand == b.significand && !b.sticky);
    const exact& large = a_larger ? a : b;
    const exact& small = a_larger ? b : a;
    r.negative = large.negative;
    r.significand = large.significand - small.significand;
    r.sticky = small.sticky;
    if (r.sticky) --r.significand; // a little less than the difference: one less, and a little more than that
    if (r.significand == 0 && !r.sticky) r.negative = m == mode::down;
    return round(f, r, m, flush);
}

} // namespace

u64 add(format f, u64 a, u64 b, mode m, bool flush)
{
    if (flush) a = ftz(f, a), b = ftz(f, b);
    if (f.is_nan(a) || f.is_nan(b)) return f.nan();
    if (f.is_infinite(a)) return f.is_infinite(b) && a != b ? f.nan() : a;
    if (f.is_infinite(b)) return b;
    return sum(f, unpack(f, a), unpack(f, b), m, flush);
}

u64 subtract(format f, u64 a, u64 b, mode m, bool flush)
{
    return f.is_nan(b) ? f.nan() : add(f, a, b ^ f.sign(), m, flush);
}

u64 multiply(format f, u64 a, u64 b, mode m, bool flush)
{
    if (flush) a = ftz(f, a), b = ftz(f, b);
    if (f.is_nan(a) || f.is_nan(b)) return f.nan();
    const u64 sign = (a ^ b) & f.sign();
    if (f.is_infinite(a) || f.is_infinite(b)) return f.is_zero(a) || f.is_zero(b) ? f.nan() : sign | f.infinity();
    const exact x = unpack(f, a), y = unpack(f, b);
    return round(f, {sign != 0, x.exponent + y.exponent, x.significand * y.significand, false}, m, flush);
}

u64 fused(format f, u64 a, u64 b, u64 c, mode m, bool flush)
{
    if (flush) a = ftz(f, a), b = ftz(f, b), c = ftz(f, c);
    if (f.is_nan(a) || f.is_nan(b) || f.is_nan(c)) return f.nan();
    const bool negative = f.is_negative(a) != f.is_negative(b);
    if (f.is_infinite(a) || f.is_infinite(b)) {
        if (f.is_zero(a) || f.is_zero(b)) return f.nan();
        if (f.is_infinite(c) && f.is_negative(c) != negative) return f.nan();
        return (negative ? f.sign() : 0) | f.infinity();
    }
    if (f.is_infinite(c)) return c;
    const exact x = unpack(f, a), y = unpack(f, b);
    return sum(f, {negative, x.exponent + y.exponent, x.significand * y.significand, false}, unpack(f, c), m, flush);
}

u64 divide(format f, u64 a, u64 b, mode m, bool flush)
{
    if (flush) a = ftz(f, a), b = ftz(f, b);
    if (f.is_nan(a) || f.is_nan(b)) return f.nan();
    const u64 sign = (a ^ b) & f.sign();
    if (f.is_infinite(a)) return f.is_infinite(b) ? f.nan() : sign | f.infinity();
    if (f.is_infinite(b)) return sign;
    if (f.is_zero(b)) return f.is_zero(a) ? f.nan() : sign | f.infinity();
    exact x = unpack(f, a), y = unpack(f, b);
    if (x.significand == 0) return sign;
    const int n = 126 - top_bit(x.significand);
    x.significand <<= n;
    exact q;
    q.negative = sign;
    q.exponent = x.exponent - n - y.exponent;
    q.significand = x.significand / y.significand;
    q.sticky = x.significand % y.significand != 0;
    return round(f, q, m, flush);
}

u64 square_root(format f, u64 a, mode m, bool flush)
{
    if (flush) a = ftz(f, a);
    if (f.is_nan(a)) return f.nan();
    if (f.is_zero(a)) return a;
    if (f.is_negative(a)) return f.nan();
    if (f.is_infinite(a)) return a;
    exact x = unpack(f, a);
    int n = 124 - top_bit(x.significand);
    if ((x.exponent - n) % 2) ++n;
    x.significand <<= n;
    x.exponent -= n;
    u128 root = 0;
    for (int bit = 63; bit >= 0; --bit) {
        const u128 trial = root | u128{1} << bit;
        if (trial * trial <= x.significand) root = trial;
    }
    return round(f, {false, x.exponent / 2, root, root * root != x.significand}, m, flush);
}

u64 convert(format to, format from, u64 bits, mode m, bool flush_result)
{
    if (from.is_nan(bits) && from.mantissa_bits == 52) {
        const u64 payload = (bits & (from.infinity() ^ (from.sign() - 1))) >> (52 - to.mantissa_bits);
        return (from.is_negative(bits) ? to.sign() : 0) | to.infinity() | payload | u64{1} << (to.mantissa_bits - 1);
    }
    if (from.is_nan(bits)) return to.mantissa_bits == 52 ? 0x7fffffffffffffffu : to.nan();
    if (from.is_infinite(bits)) return (from.is_negative(bits) ? to.sign() : 0) | to.infinity();
    return round(to, unpack(from, bits), m, flush_result);
}

u64 from_integer(format f, s128 v, mode m)
{
    exact x;
    x.negative = v < 0;
    x.significand = v < 0 ? u128(0) - u128(v) : u128(v);
    return round(f, x, m);
}

s128 to_integer(format f, u64 bits, mode m, int integer_bits, bool is_signed)
{
    const s128 high = (s128{1} << (integer_bits - is_signed)) - 1;
    const s128 low = is_signed ? -(s128{1} << (integer_bits - 1)) : 0;
    if (f.is_infinite(bits)) return f.is_negative(bits) ? low : high;
    const exact x = unpack(f, bits);
    if (x.significand && x.exponent + top_bit(x.significand) > 70) return x.negative ? low : high;
    const s128 q = s128(round_at(x, 0, m));
    const s128 v = x.negative ? -q : q;
    return v < low ? low : v > high ? high : v;
}

u64 to_integral(format f, u64 bits, mode m)
{
    if (f.is_nan(bits)) return f.nan();
    const exact x = unpack(f, bits);
    if (f.is_infinite(bits) || x.exponent >= 0) return bits;
    return round(f, {x.negative, 0, round_at(x, 0, m), false}, mode::zero);
}

int compare(format f, u64 a, u64 b)
{
    auto ordered = [&](u64 v) { return f.is_negative(v) ? -s64(f.magnitude(v)) : s64(f.magnitude(v)); };
    const s64 x = ordered(a), y = ordered(b);
    return x < y ? -1 : x > y;
}

long double value(format f, u64 bits)
{
    const long double sign = f.is_negative(bits) ? -1.0L : 1.0L;
    if (f.is_nan(bits)) return std::numeric_limits<long double>::quiet_NaN();
    if (f.is_infinite(bits)) return sign * std::numeric_limits<long double>::infinity();
    const exact x = unpack(f, bits);
    return sign * std::ldexp((long double)(u64(x.significand)), x.exponent);
}

u64 steps(format f, u64 a, u64 b)
{
    auto ordered = [&](u64 v) { return f.is_negative(v) ? -s64(f.magnitude(v)) : s64(f.magnitude(v)); };
    const s64 d = ordered(a) - ordered(b);
    return u64(d < 0 ? -d : d);
}

} // namespace opcode_test
