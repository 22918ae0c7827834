// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic of one lane: PTX ISA, "Integer Arithmetic Instructions".
#pragma once

#include "isa/lane/traits.h"

namespace cuda_emulator::lane {

CUDA_EMULATOR_LANE i32 saturate(i64 v)
{
    return v > highest<i32> ? highest<i32> : v < lowest<i32> ? lowest<i32> : i32(v);
}

//! The narrowest type that does not promote to int: it decides how wide the vectors are.
template <class T>
using unpromoted = choose_t<sizeof(T) <= 4, u32, u64>;

// Sums and products wrap: they are computed in unsigned types, so that nothing overflows in C++.
template <class T>
CUDA_EMULATOR_LANE T add(T a, T b)
{
    return T(unsigned_of<T>(a) + unsigned_of<T>(b));
}
template <class T>
CUDA_EMULATOR_LANE T subtract(T a, T b)
{
    return T(unsigned_of<T>(a) - unsigned_of<T>(b));
}
CUDA_EMULATOR_LANE i32 add_saturated(i32 a, i32 b) { return saturate(i64(a) + b); }
CUDA_EMULATOR_LANE i32 subtract_saturated(i32 a, i32 b) { return saturate(i64(a) - b); }

template <class T>
CUDA_EMULATOR_LANE T multiply(T a, T b)
{
    return T(unpromoted<T>(a) * unpromoted<T>(b));
}
//! The upper 64 bits of a product, from four products of 32 bits: processors have vector instructions for these.
CUDA_EMULATOR_LANE u64 multiply_high_u64(u64 a, u64 b)
{
    const u64 a_low = u32(a), a_high = a >> 32, b_low = u32(b), b_high = b >> 32;
    const u64 middle = a_high * b_low + (a_low * b_low >> 32), other = a_low * b_high + u32(middle);
    return a_high * b_high + (middle >> 32) + (other >> 32);
}
template <class T>
CUDA_EMULATOR_LANE T multiply_high(T a, T b)
{
    if constexpr (sizeof(T) == 8) {
        const u64 high = multiply_high_u64(u64(a), u64(b));
        if constexpr (is_signed<T>) return T(high - (u64(b) & u64(a >> 63)) - (u64(a) & u64(b >> 63)));
        return T(high);
    } else {
        using W = wider_of<T>;
        return T(W(a) * W(b) >> (8 * sizeof(T)));
    }
}
template <class T>
CUDA_EMULATOR_LANE wider_of<T> multiply_wide(T a, T b)
{
    using W = wider_of<T>;
    return W(a) * W(b);
}
template <class T>
CUDA_EMULATOR_LANE T multiply_add(T a, T b, T c)
{
    return T(unpromoted<T>(a) * unpromoted<T>(b) + unpromoted<T>(c));
}
template <class T>
CUDA_EMULATOR_LANE T multiply_high_add(T a, T b, T c)
{
    return add<T>(multiply_high<T>(a, b), c);
}
template <class T>
CUDA_EMULATOR_LANE wider_of<T> multiply_wide_add(T a, T b, wider_of<T> c)
{
    return add<wider_of<T>>(multiply_wide<T>(a, b), c);
}
CUDA_EMULATOR_LANE i32 multiply_high_add_saturated(i32 a, i32 b, i32 c)
{
    return saturate(i64(multiply_high<i32>(a, b)) + c);
}

// mul24 takes the low 24 bits of each operand, with their sign if the type has one.
template <class T>
CUDA_EMULATOR_LANE T low_24(T a)
{
    if constexpr (is_signed<T>) return T(u32(a) << 8) >> 8;
    return a & 0xffffff;
}
template <class T>
CUDA_EMULATOR_LANE T multiply_24(T a, T b)
{
    return T(u32(low_24<T>(a)) * u32(low_24<T>(b)));
}
template <class T>
CUDA_EMULATOR_LANE T multiply_24_high(T a, T b)
{
    using W = wider_of<T>;
    return T(W(low_24<T>(a)) * W(low_24<T>(b)) >> 16);
}
template <class T>
CUDA_EMULATOR_LANE T multiply_24_add(T a, T b, T c)
{
    return add<T>(multiply_24<T>(a, b), c);
}
template <class T>
CUDA_EMULATOR_LANE T multiply_24_high_add(T a, T b, T c)
{
    return add<T>(multiply_24_high<T>(a, b), c);
}
CUDA_EMULATOR_LANE i32 multiply_24_high_add_saturated(i32 a, i32 b, i32 c)
{
    return saturate(i64(multiply_24_high<i32>(a, b)) + c);
}

// Division by zero is unspecified in PTX. ptxas makes code that gives all ones for quotient and remainder.
// 32-bit quotients go through double, since processors have vectors for those. Rounding cannot carry such a quotient to
// the next integer: the true quotient is further away from it than half a place of a double.
CUDA_EMULATOR_LANE f64 double_of(u32 a) { return f64(i32(a ^ 0x80000000u)) + 0x1p31; }
CUDA_EMULATOR_LANE u32 unsigned_of_whole(f64 whole) { return u32(i32(whole - 0x1p31)) ^ 0x80000000u; }
template <class T>
CUDA_EMULATOR_LANE T divide(T a, T b)
{
    if constexpr (is_same<T, i32>) {
        const bool is_plain = b != 0 && b != -1;
        const i32 q = i32(f64(a) / (is_plain ? b : 1));
        return is_plain ? q : b ? i32(0u - u32(a)) : -1;
    } else if constexpr (is_same<T, u32>) {
        const u32 q = unsigned_of_whole(__builtin_floor(double_of(a) / double_of(b ? b : 1)));
        return b ? q : ~0u;
    } else {
        if (b == 0) return T(-1);
        if (is_signed<T> && b == T(-1)) return T(0 - unsigned_of<T>(a));
        return T(a / b);
    }
}
template <class T>
CUDA_EMULATOR_LANE T remainder(T a, T b)
{
    return b == 0 ? T(-1) : subtract<T>(a, multiply<T>(divide<T>(a, b), b));
}

template <class T>
CUDA_EMULATOR_LANE T negate(T a)
{
    return T(0 - unsigned_of<T>(a));
}
template <class T>
CUDA_EMULATOR_LANE T absolute(T a)
{
    return a < 0 ? negate<T>(a) : a;
}
template <class T>
CUDA_EMULATOR_LANE T minimum(T a, T b)
{
    return a < b ? a : b;
}
template <class T>
CUDA_EMULATOR_LANE T maximum(T a, T b)
{
    return a > b ? a : b;
}
//! .relu: negative results become 0.
template <class T>
CUDA_EMULATOR_LANE T minimum_relu(T a, T b)
{
    return maximum<T>(0, minimum<T>(a, b));
}
template <class T>
CUDA_EMULATOR_LANE T maximum_relu(T a, T b)
{
    return maximum<T>(0, maximum<T>(a, b));
}
template <class T>
CUDA_EMULATOR_LANE T absolute_difference_add(T a, T b, T c)
{
    using U = unsigned_of<T>;
    return T(U(c) + (a < b ? U(b) - U(a) : U(a) - U(b)));
}

//! An operation on each half of 32 bits.
template <class T, T (*Operation)(T, T)>
CUDA_EMULATOR_LANE u32 on_halves(u32 a, u32 b)
{
    return u16(Operation(T(a), T(b))) | u32(u16(Operation(T(a >> 16), T(b >> 16)))) << 16;
}

// GCC vectorises shifts and masks, and not the processor's instructions for one value.
template <class T>
CUDA_EMULATOR_LANE u32 count_ones(T a)
{
    const T fives = T(0x5555555555555555u), threes = T(0x3333333333333333u), ones = T(0x0f0f0f0f0f0f0f0fu);
    a -= a >> 1 & fives;
    a = (a & threes) + (a >> 2 & threes);
    a = (a + (a >> 4)) & ones;
    a += a >> 8;
    a += a >> 16;
    if constexpr (sizeof(T) == 8) a += a >> 32;
    return u32(a) & 0x7f;
}
//! Sets all bits below the highest one.
template <class T>
CUDA_EMULATOR_LANE T fill_below(T a)
{
    a |= a >> 1;
    a |= a >> 2;
    a |= a >> 4;
    a |= a >> 8;
    a |= a >> 16;
    if constexpr (sizeof(T) == 8) a |= a >> 32;
    return a;
}
template <class T>
CUDA_EMULATOR_LANE u32 count_leading_zeros(T a)
{
    return count_ones<T>(~fill_below(a));
}

constexpr bool as_shift = true;
//! Position of the highest bit that differs from the sign, or the shift that brings that bit to the top. All ones where
//! there is no such bit.
template <class T, bool AsShift>
CUDA_EMULATOR_LANE u32 find_highest(T a)
{
    constexpr u32 top = u32(sizeof(T)) * 8 - 1;
    using U = unsigned_of<T>;
    U v = U(a);
    if constexpr (is_signed<T>) v ^= U(a >> top); // inverts a negative value
    const u32 zeros = count_leading_zeros<U>(v);
    if (zeros > top) return 0xffffffffu;
    return AsShift ? zeros : top - zeros;
}

template <class T>
CUDA_EMULATOR_LANE T reverse_bits(T a)
{
    const T fives = T(0x5555555555555555u), threes = T(0x3333333333333333u), ones = T(0x0f0f0f0f0f0f0f0fu);
    const T bytes = T(0x00ff00ff00ff00ffu), halves = T(0x0000ffff0000ffffu);
    a = (a >> 1 & fives) | (a & fives) << 1;
    a = (a >> 2 & threes) | (a & threes) << 2;
    a = (a >> 4 & ones) | (a & ones) << 4;
    a = (a >> 8 & bytes) | (a & bytes) << 8;
    if constexpr (sizeof(T) == 8) a = (a >> 16 & halves) | (a & halves) << 16;
    constexpr int half = int(sizeof(T)) * 4;
    return a >> half | a << half;
}

// Position and length of a 32-bit field are the low eight bits of their operands. For 64 bits ptxas makes code that
// shifts by the whole operand.
template <class T>
CUDA_EMULATOR_LANE u32 place_in(u32 operand)
{
    return sizeof(T) == 4 ? operand & 0xff : operand;
}
// Shifts have a masked count, so that GCC vectorises the conditions on counts.
CUDA_EMULATOR_LANE u64 low_ones(u32 n) { return n < 64 ? (u64{1} << (n & 63)) - 1 : ~u64{0}; }
CUDA_EMULATOR_LANE u32 low_ones_32(u32 n) { return n < 32 ? (1u << (n & 31)) - 1 : ~0u; }
template <class T>
CUDA_EMULATOR_LANE T extract_field(T a, u32 position, u32 length)
{
    position = place_in<T>(position);
    length = place_in<T>(length);
    if constexpr (is_same<T, u32>) return position < 32 ? a >> (position & 31) & low_ones_32(length) : 0;
    using W = choose_t<is_signed<T>, i64, u64>;
    const u64 ones = low_ones(length);
    const W shifted = W(a) >> (position < 63 ? position : 63);
    const u64 r = (is_signed<T> || position < 64 ? u64(shifted) : 0) & ones;
    const bool is_negative = is_signed<T> && length - 1 < 64 && (r >> ((length - 1) & 63) & 1) != 0;
    return T(is_negative ? r | ~ones : r);
}
template <class T>
CUDA_EMULATOR_LANE T insert_field(T a, T b, u32 position, u32 length)
{
    position = place_in<T>(position);
    const u32 by = position & 63;
    const u64 ones = position < 8 * sizeof(T) ? low_ones(place_in<T>(length)) << by : 0;
    return T((u64(a) << by & ones) | (u64(b) & ~ones));
}

constexpr bool wrap = true, clamp = false; //!< an operand beyond the width
template <bool Wrap>
CUDA_EMULATOR_LANE u32 bit_mask(u32 position, u32 length)
{
    if (Wrap) {
        position &= 31;
        length &= 31;
    }
    const u32 ones = length >= 32 ? ~0u : (1u << length) - 1;
    return position >= 32 ? 0 : ones << position;
}
//! The low n bits, extended by zeros or by their sign to T.
template <class T, bool Wrap>
CUDA_EMULATOR_LANE u32 extend_bits(u32 a, u32 n)
{
    if (Wrap) n &= 31;
    if (n >= 32) return a;
    if (n == 0) return 0;
    const u32 ones = (1u << n) - 1;
    const bool is_negative = is_signed<T> && (a >> (n - 1) & 1);
    return is_negative ? a | ~ones : a & ones;
}
//! Position of the nth set bit from `base`, upwards for a positive n.
CUDA_EMULATOR_LANE u32 find_nth_set(u32 mask, u32 base, i32 n)
{
    if (n == 0) return mask >> (base & 31) & 1 ? base : 0xffffffffu;
    const i32 step = n > 0 ? 1 : -1;
    i32 left = n > 0 ? n : -n;
    for (i32 at = i32(base); at >= 0 && at < 32; at += step)
        if (mask >> at & 1 && --left == 0) return u32(at);
    return 0xffffffffu;
}

//! c and the products of four bytes of a and b.
template <class A, class B, class C>
CUDA_EMULATOR_LANE C dot_of_bytes(u32 a, u32 b, C c)
{
    u32 sum = u32(c);
    for (int k = 0; k < 4; ++k)
        sum += u32(i32(A(a >> 8 * k)) * i32(B(b >> 8 * k)));
    return C(sum);
}
constexpr bool high = true, low = false; //!< which bytes of b
//! c and the products of two halves of a with two bytes of b.
template <class A, class B, class C, bool High>
CUDA_EMULATOR_LANE C dot_of_halves(u32 a, u32 b, C c)
{
    u32 sum = u32(c);
    for (int k = 0; k < 2; ++k)
        sum += u32(i32(A(a >> 16 * k)) * i32(B(b >> 8 * (k + 2 * High))));
    return C(sum);
}

//! vabsdiff2 and vabsdiff4 of unsigned numbers, which nvcc makes of SIMD intrinsics. The absolute difference of each
//! piece of `Bits` bits; or c and the sum of those differences.
template <int Bits, bool Sum>
CUDA_EMULATOR_LANE u32 difference_of_pieces(u32 a, u32 b, u32 c)
{
    constexpr u32 ones = (1u << Bits) - 1;
    u32 r = Sum ? c : 0;
    for (int at = 0; at < 32; at += Bits) {
        const u32 x = a >> at & ones, y = b >> at & ones, d = x < y ? y - x : x - y;
        r += Sum ? d : d << at;
    }
    return r;
}

} // namespace cuda_emulator::lane
