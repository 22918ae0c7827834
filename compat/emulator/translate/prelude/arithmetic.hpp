// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What takes more than an operator, as the handlers of execute/ have it: their files say why.
namespace {

// --- integers: execute/integer.cpp and logic.cpp

template <class T>
inline T quotient(T a, T b)
{
    if (b == 0) return T(-1);
    if (T(-1) < T(0) && b == T(-1)) return T(u64{0} - u64(a));
    return T(a / b);
}
// Of 32 bits the quotient of doubles is further from the next integer than it is from the true one; it has vectors.
inline f64 of_unsigned(u32 a) { return f64(i32(a ^ 0x80000000u)) + 0x1p31; }
inline u32 to_unsigned(f64 whole) { return u32(i32(whole - 0x1p31)) ^ 0x80000000u; }
inline i32 quotient(i32 a, i32 b)
{
    const bool is_plain = b != 0 && b != -1;
    const i32 q = i32(f64(a) / (is_plain ? b : 1));
    return is_plain ? q : b ? i32(0u - u32(a)) : -1;
}
inline u32 quotient(u32 a, u32 b)
{
    const u32 q = to_unsigned(__builtin_floor(of_unsigned(a) / of_unsigned(b ? b : 1)));
    return b ? q : ~0u;
}
template <class T>
inline T remainder_of(T a, T b)
{
    return b == 0 ? T(-1) : T(u64(a) - u64(quotient(a, b)) * u64(b));
}
inline i32 remainder_of(i32 a, i32 b) { return b == 0 ? -1 : i32(u32(a) - u32(quotient(a, b)) * u32(b)); }
inline u32 remainder_of(u32 a, u32 b) { return b == 0 ? ~0u : a - quotient(a, b) * b; }
inline i32 low_24(i32 a) { return i32(u32(a) << 8) >> 8; }
inline u32 low_24(u32 a) { return a & 0xffffff; }
inline u64 low_bits(u32 n) { return n < 64 ? (u64{1} << n) - 1 : ~u64{0}; }
inline u32 field(u32 a, u32 position, u32 length)
{
    position &= 0xff;
    length &= 0xff;
    return position < 32 ? a >> position & u32(low_bits(length)) : 0;
}
inline i32 field(i32 a, u32 position, u32 length)
{
    position &= 0xff;
    length &= 0xff;
    const u64 ones = low_bits(length);
    u64 r = u64(i64(a) >> (position < 63 ? position : 63)) & ones;
    if (length - 1 < 64 && r >> (length - 1) & 1) r |= ~ones;
    return i32(r);
}
inline u32 insert(u32 a, u32 b, u32 position, u32 length)
{
    position &= 0xff;
    if (position >= 32) return b;
    const u64 ones = low_bits(length & 0xff) << position;
    return u32((u64(a) << position & ones) | (u64(b) & ~ones));
}
inline u32 reversed(u32 v)
{
    v = (v >> 1 & 0x55555555u) | (v & 0x55555555u) << 1;
    v = (v >> 2 & 0x33333333u) | (v & 0x33333333u) << 2;
    v = (v >> 4 & 0x0f0f0f0fu) | (v & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(v);
}
inline u32 permuted_byte(u64 both, u32 n)
{
    const u32 byte = u32(both >> 8 * (n & 7)) & 0xff;
    return n & 8 ? (byte & 0x80 ? 0xff : 0) : byte;
}
inline u32 permuted(u32 a, u32 b, u32 selector)
{
    const u64 both = u64(b) << 32 | a;
    return permuted_byte(both, selector) | permuted_byte(both, selector >> 4) << 8 |
           permuted_byte(both, selector >> 8) << 16 | permuted_byte(both, selector >> 12) << 24;
}
inline u32 if_bit(u32 table, int k) { return 0 - (table >> k & 1); }
inline u32 by_table(u32 x, u32 y, u32 z, u32 t)
{
    return (if_bit(t, 0) & ~x & ~y & ~z) | (if_bit(t, 1) & ~x & ~y & z) | (if_bit(t, 2) & ~x & y & ~z) |
           (if_bit(t, 3) & ~x & y & z) | (if_bit(t, 4) & x & ~y & ~z) | (if_bit(t, 5) & x & ~y & z) |
           (if_bit(t, 6) & x & y & ~z) | (if_bit(t, 7) & x & y & z);
}

// --- floating point: execute/float.cpp and machine/float_value.h

inline f32 flush(f32 v)
{
    const u32 b = bits<u32>(v);
    return (b & 0x7f800000u) == 0 ? bits<f32>(b & 0x80000000u) : v;
}
inline f32 flush_tiny(f32 r, f64 exact)
{
    return __builtin_fabs(exact) < 0x1.ffffffp-127 ? bits<f32>(bits<u32>(r) & 0x80000000u) : r;
}
inline f64 add_to_odd(f64 p, f64 z)
{
    const f64 s = p + z, zz = s - p, error = (p - (s - zz)) + (z - zz);
    u64 b = bits<u64>(s);
    if (error != 0 && __builtin_isfinite(s) && !(b & 1)) b += (error > 0) == (s > 0) ? 1 : -1;
    return bits<f64>(b);
}
inline f32 product_flushed(f32 a, f32 b)
{
    a = flush(a);
    b = flush(b);
    return flush(flush_tiny(a * b, f64(a) * b));
}
inline f32 quotient_flushed(f32 a, f32 b)
{
    a = flush(a);
    b = flush(b);
    return flush(flush_tiny(a / b, f64(a) / b));
}
inline f32 fused_flushed(f32 a, f32 b, f32 c)
{
    a = flush(a);
    b = flush(b);
    c = flush(c);
    return flush(flush_tiny(fused(a, b, c), add_to_odd(f64(a) * b, c)));
}
template <class T>
inline T saturated(T v)
{
    return v > T(0) ? (v < T(1) ? v : T(1)) : T(0);
}

// A NaN yields to a number; +0 is greater than -0.
inline f32 the_nan(f32) { return bits<f32>(0x7fffffffu); }
inline f64 the_nan(f64) { return bits<f64>(0x7fffffffffffffffull); }
inline bool is_negative(f32 v) { return bits<u32>(v) >> 31; }
inline bool is_negative(f64 v) { return bits<u64>(v) >> 63; }
template <bool Max, class T>
inline T extreme(T a, T b)
{
    const T of_numbers = a == b ? (is_negative(a) == Max ? b : a) : (a < b) == Max ? b : a;
    return a != a ? (b != b ? the_nan(a) : b) : b != b ? a : of_numbers;
}

// --- conversions: execute/convert.cpp

// Of a whole number that fits. Those of 32 bits without a sign have no instruction of their own in AVX2.
template <class D, class T>
inline D converted(D, T v)
{
    return D(v);
}
template <class T>
inline u32 converted(u32, T v)
{
    return v < T(0x1p31) ? u32(i32(v)) : u32(i32(v - T(0x1p31))) ^ 0x80000000u;
}
// Rounded already, then clamped; NaN gives 0, or the top bit with 64 bits on either side.
template <class D, class T>
inline D clamped(T v)
{
    constexpr bool is_signed = D(-1) < D(0);
    constexpr int width = 8 * sizeof(D) - is_signed;
    constexpr T above = T(u64{1} << (width - 1)) * 2, below = is_signed ? -above : T(0);
    constexpr D low = is_signed ? D(u64{1} << width % 64) : D(0), high = D(~low);
    const D of_nan = sizeof(T) == 8 || sizeof(D) == 8 ? D(u64{1} << (8 * sizeof(D) - 1)) : D(0);
    const bool fits = v >= below && v < above;
    return fits ? converted(D(0), v) : v != v ? of_nan : v < below ? low : high;
}
inline f32 narrowed(f64 v)
{
    const u64 b = bits<u64>(v);
    return v != v ? bits<f32>(u32(b >> 63) << 31 | 0x7fc00000u | (u32(b >> 29) & 0x7fffff)) : f32(v);
}
inline f32 rounded_nearest(f32 v) { return __builtin_nearbyintf(v); }
inline f64 rounded_nearest(f64 v) { return __builtin_nearbyint(v); }
inline f32 rounded_zero(f32 v) { return __builtin_truncf(v); }
inline f64 rounded_zero(f64 v) { return __builtin_trunc(v); }
inline f32 rounded_down(f32 v) { return __builtin_floorf(v); }
inline f64 rounded_down(f64 v) { return __builtin_floor(v); }
inline f32 rounded_up(f32 v) { return __builtin_ceilf(v); }
inline f64 rounded_up(f64 v) { return __builtin_ceil(v); }

// --- approximations: execute/approximate.cpp

inline f32 quotient_approximate(f32 a, f32 b)
{
    const bool is_beyond = __builtin_fabsf(b) > 0x1p126f && __builtin_fabsf(b) <= 0x1.fffffep127f;
    const f32 zero = is_negative(a) != is_negative(b) ? -0.0f : 0.0f;
    return !is_beyond ? a / b : __builtin_isinf(a) || a != a ? the_nan(a) : zero;
}

} // namespace
