// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logic, shifts, bytes and selection of one lane: PTX ISA, "Logic and Shift Instructions" and "Data Movement".
#pragma once

#include "isa/lane/float_value.h"
#include "isa/lane/integer.h"

namespace cuda_emulator::lane {

template <class T>
CUDA_EMULATOR_LANE T bit_and(T a, T b)
{
    return a & b;
}
template <class T>
CUDA_EMULATOR_LANE T bit_or(T a, T b)
{
    return a | b;
}
template <class T>
CUDA_EMULATOR_LANE T bit_xor(T a, T b)
{
    return a ^ b;
}
template <class T>
CUDA_EMULATOR_LANE T bit_not(T a)
{
    return T(~a);
}
template <class T>
CUDA_EMULATOR_LANE T is_zero(T a)
{
    return a == 0 ? 1 : 0;
}

// A shift by the width or more gives zero, or the sign.
template <class T>
CUDA_EMULATOR_LANE T shift_left(T a, u32 n)
{
    constexpr u32 top = 8 * sizeof(T) - 1;
    return n > top ? T(0) : T(a << (n & top));
}
template <class T>
CUDA_EMULATOR_LANE T shift_right(T a, u32 n)
{
    constexpr u32 top = 8 * sizeof(T) - 1;
    if constexpr (is_signed<T>) return T(a >> (n > top ? top : n));
    return n > top ? T(0) : T(a >> (n & top));
}
//! The upper or the lower 32 bits of b and a, shifted as one number.
template <bool Wrap>
CUDA_EMULATOR_LANE u32 funnel_shift_left(u32 a, u32 b, u32 c)
{
    const u32 n = Wrap ? c & 31 : c < 32 ? c : 32;
    return u32(((u64(b) << 32 | a) << n) >> 32);
}
template <bool Wrap>
CUDA_EMULATOR_LANE u32 funnel_shift_right(u32 a, u32 b, u32 c)
{
    const u32 n = Wrap ? c & 31 : c < 32 ? c : 32;
    return u32((u64(b) << 32 | a) >> n);
}

//! One byte of b and a by the four bits of a selector: the top bit asks for the byte's sign.
CUDA_EMULATOR_LANE u32 permuted_byte(u64 both, u32 selector)
{
    const u32 byte = u32(both >> 8 * (selector & 7)) & 0xff;
    return selector & 8 ? (byte & 0x80 ? 0xff : 0) : byte;
}
CUDA_EMULATOR_LANE u32 permute(u32 a, u32 b, u32 selector)
{
    const u64 both = u64(b) << 32 | a;
    return permuted_byte(both, selector) | permuted_byte(both, selector >> 4) << 8 |
           permuted_byte(both, selector >> 8) << 16 | permuted_byte(both, selector >> 12) << 24;
}
enum class prmt_mode { f4e, b4e, rc8, ecl, ecr, rc16 };
template <prmt_mode Mode>
CUDA_EMULATOR_LANE u32 permute_by_mode(u32 a, u32 b, u32 c)
{
    const u64 both = u64(b) << 32 | a;
    const u32 s = c & 3;
    u32 r = 0;
    for (u32 k = 0; k < 4; ++k) {
        const u32 at = Mode == prmt_mode::f4e   ? s + k
                       : Mode == prmt_mode::b4e ? s - k + 8
                       : Mode == prmt_mode::rc8 ? s
                       : Mode == prmt_mode::ecl ? maximum<u32>(k, s)
                       : Mode == prmt_mode::ecr ? minimum<u32>(k, s)
                                                : (s & 1) * 2 + (k & 1);
        r |= (u32(both >> 8 * (at & 7)) & 0xff) << 8 * k;
    }
    return r;
}

CUDA_EMULATOR_LANE u32 ones_if_bit(u32 table, int k) { return 0 - (table >> k & 1); }
//! lop3: `table` has the result for each of the eight combinations of a bit of a, b and c.
CUDA_EMULATOR_LANE u32 look_up(u32 a, u32 b, u32 c, u32 table)
{
    return (ones_if_bit(table, 0) & ~a & ~b & ~c) | (ones_if_bit(table, 1) & ~a & ~b & c) |
           (ones_if_bit(table, 2) & ~a & b & ~c) | (ones_if_bit(table, 3) & ~a & b & c) |
           (ones_if_bit(table, 4) & a & ~b & ~c) | (ones_if_bit(table, 5) & a & ~b & c) |
           (ones_if_bit(table, 6) & a & b & ~c) | (ones_if_bit(table, 7) & a & b & c);
}

template <class T>
CUDA_EMULATOR_LANE T move(T a)
{
    return a;
}
//! mov with a vector: pieces of `Bits` bits each, the lowest first. A register of 16 bits holds a byte.
template <int Bits, class Whole, class Piece>
CUDA_EMULATOR_LANE Whole placed(Piece a, int k)
{
    return Whole(Whole(a & Piece(~u64(0) >> (64 - Bits))) << Bits * k);
}
template <int Bits, class Whole, class Piece>
CUDA_EMULATOR_LANE Whole pack_two(Piece a, Piece b)
{
    return Whole(placed<Bits, Whole>(a, 0) | placed<Bits, Whole>(b, 1));
}
template <int Bits, class Whole, class Piece>
CUDA_EMULATOR_LANE Whole pack_four(Piece a, Piece b, Piece c, Piece d)
{
    return placed<Bits, Whole>(a, 0) | placed<Bits, Whole>(b, 1) | placed<Bits, Whole>(c, 2) |
           placed<Bits, Whole>(d, 3);
}
template <int Bits, int K, class Piece, class Whole>
CUDA_EMULATOR_LANE Piece piece(Whole a)
{
    return Piece(a >> Bits * K & (~u64(0) >> (64 - Bits)));
}
template <class T>
CUDA_EMULATOR_LANE T select(T a, T b, bool c)
{
    return c ? a : b;
}
//! slct: -0 counts as not below zero, and a NaN takes b.
template <class T, class C>
CUDA_EMULATOR_LANE T select_by_sign(T a, T b, C c)
{
    return c >= 0 ? a : b;
}
template <class T>
CUDA_EMULATOR_LANE T select_by_flushed_sign(T a, T b, f32 c)
{
    return flush(c) >= 0 ? a : b;
}

} // namespace cuda_emulator::lane
