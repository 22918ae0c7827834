// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer operations, each named after its PTX instruction. Signed operands come as bits, so that nothing overflows.
#pragma once

#include "host_device.h"

#include <algorithm>

using i128 = __int128;
using u128 = unsigned __int128;

inline u32 clamped_s32(i64 value) { return static_cast<u32>(std::clamp<i64>(value, INT32_MIN, INT32_MAX)); }
inline i64 product_s32(u32 a, u32 b) { return i64{static_cast<i32>(a)} * static_cast<i32>(b); }
inline u64 pair(u32 low, u32 high) { return u64{high} << 32 | low; }

// Shifts. A count beyond the width is defined in PTX.
OPERATION_2(u32, shl_b32, u32, u32, "shl.b32") { return b > 31 ? 0 : a << b; }
OPERATION_2(u32, shr_u32, u32, u32, "shr.u32") { return b > 31 ? 0 : a >> b; }
OPERATION_2(u32, shr_s32, u32, u32, "shr.s32") { return static_cast<i32>(a) >> std::min(b, 31u); }
OPERATION_2(u64, shl_b64, u64, u32, "shl.b64") { return b > 63 ? 0 : a << b; }
OPERATION_2(u64, shr_u64, u64, u32, "shr.u64") { return b > 63 ? 0 : a >> b; }
OPERATION_2(u64, shr_s64, u64, u32, "shr.s64") { return static_cast<i64>(a) >> std::min(b, 63u); }
OPERATION_2(u16, shl_b16, u16, u32, "shl.b16") { return b > 15 ? 0 : static_cast<u16>(u32{a} << b); }
OPERATION_2(i16, shr_s16, i16, u32, "shr.s16") { return static_cast<i16>(a >> std::min(b, 15u)); }

inline u32 shifted_left(u32 low, u32 high, u32 count) { return pair(low, high) << count >> 32; }
OPERATION_3(u32, shf_l_wrap, u32, u32, u32, "shf.l.wrap.b32") { return shifted_left(a, b, c & 31); }
OPERATION_3(u32, shf_l_clamp, u32, u32, u32, "shf.l.clamp.b32") { return shifted_left(a, b, std::min(c, 32u)); }
OPERATION_3(u32, shf_r_wrap, u32, u32, u32, "shf.r.wrap.b32") { return pair(a, b) >> (c & 31); }
OPERATION_3(u32, shf_r_clamp, u32, u32, u32, "shf.r.clamp.b32") { return pair(a, b) >> std::min(c, 32u); }

// Products.
OPERATION_2(u32, mul_hi_u32, u32, u32, "mul.hi.u32") { return u64{a} * b >> 32; }
OPERATION_2(u32, mul_hi_s32, u32, u32, "mul.hi.s32") { return static_cast<u32>(product_s32(a, b) >> 32); }
OPERATION_2(u64, mul_hi_u64, u64, u64, "mul.hi.u64") { return static_cast<u64>(u128{a} * b >> 64); }
OPERATION_2(u64, mul_hi_s64, u64, u64, "mul.hi.s64")
{
    return static_cast<u64>(i128{static_cast<i64>(a)} * static_cast<i64>(b) >> 64);
}
OPERATION_2(u64, mul_wide_u32, u32, u32, "mul.wide.u32") { return u64{a} * b; }
OPERATION_2(u64, mul_wide_s32, u32, u32, "mul.wide.s32") { return product_s32(a, b); }
OPERATION_3(u64, mad_wide_u32, u32, u32, u64, "mad.wide.u32") { return u64{a} * b + c; }
OPERATION_3(u64, mad_wide_s32, u32, u32, u64, "mad.wide.s32") { return static_cast<u64>(product_s32(a, b)) + c; }
OPERATION_3(u32, mad_hi_s32, u32, u32, u32, "mad.hi.s32") { return static_cast<u32>(product_s32(a, b) >> 32) + c; }
OPERATION_3(u32, mad_hi_sat_s32, u32, u32, u32, "mad.hi.sat.s32")
{
    return clamped_s32((product_s32(a, b) >> 32) + static_cast<i32>(c));
}
inline i32 signed_24(u32 a) { return static_cast<i32>(a << 8) >> 8; }
OPERATION_2(u32, mul24_lo_u32, u32, u32, "mul24.lo.u32") { return (a & 0xffffff) * (b & 0xffffff); }
OPERATION_2(u32, mul24_hi_s32, u32, u32, "mul24.hi.s32")
{
    return static_cast<u32>(i64{signed_24(a)} * signed_24(b) >> 16);
}

// Sums.
OPERATION_2(u32, add_sat_s32, u32, u32, "add.sat.s32")
{
    return clamped_s32(i64{static_cast<i32>(a)} + static_cast<i32>(b));
}
OPERATION_2(u32, sub_sat_s32, u32, u32, "sub.sat.s32")
{
    return clamped_s32(i64{static_cast<i32>(a)} - static_cast<i32>(b));
}
OPERATION_3(u32, sad_s32, u32, u32, u32, "sad.s32")
{
    return c + (static_cast<i32>(a) < static_cast<i32>(b) ? b - a : a - b);
}
OPERATION_3(u32, sad_u32, u32, u32, u32, "sad.u32") { return c + (a < b ? b - a : a - b); }
OPERATION_3(u32, dp4a_s32_s32, u32, u32, u32, "dp4a.s32.s32")
{
    for (int i = 0; i < 32; i += 8)
        c += static_cast<u32>(static_cast<i8>(a >> i) * static_cast<i8>(b >> i));
    return c;
}
OPERATION_3(u32, dp4a_u32_s32, u32, u32, u32, "dp4a.u32.s32")
{
    for (int i = 0; i < 32; i += 8)
        c += static_cast<u32>(static_cast<u8>(a >> i) * static_cast<i8>(b >> i));
    return c;
}
OPERATION_1(u32, abs_s32, u32, "abs.s32") { return a >> 31 ? 0 - a : a; }

//! Adds with carry: a and b, of two words each, and then `c`, a's low word and the carry. Gives the exclusive or of
//! both sums.
HOST_DEVICE u64 add_with_carry(u64 a, u64 b, u32 c)
{
    ON_DEVICE(u32 low; u32 high; u32 rest;
              asm("add.cc.u32 %0, %3, %5;\n\taddc.cc.u32 %1, %4, %6;\n\taddc.u32 %2, %7, %3;"
                  : "=&r"(low), "=&r"(high), "=&r"(rest)
                  : "r"(static_cast<u32>(a)), "r"(static_cast<u32>(a >> 32)), "r"(static_cast<u32>(b)),
                    "r"(static_cast<u32>(b >> 32)), "r"(c));
              return (u64{high} << 32 | low) ^ rest;)
    ON_HOST(u64 sum = a + b; u32 carry = sum < a; return sum ^ (c + static_cast<u32>(a) + carry);)
}

// Bits.
OPERATION_1(u32, popc_b32, u32, "popc.b32") { return __builtin_popcount(a); }
OPERATION_1(u32, popc_b64, u64, "popc.b64") { return __builtin_popcountll(a); }
OPERATION_1(u32, clz_b32, u32, "clz.b32") { return a ? __builtin_clz(a) : 32; }
OPERATION_1(u32, clz_b64, u64, "clz.b64") { return a ? __builtin_clzll(a) : 64; }
OPERATION_1(u32, bfind_u32, u32, "bfind.u32") { return a ? 31 - __builtin_clz(a) : ~0u; }
OPERATION_1(u32, bfind_s32, u32, "bfind.s32")
{
    const u32 bits = a >> 31 ? ~a : a;
    return bits ? 31 - __builtin_clz(bits) : ~0u;
}
OPERATION_1(u32, bfind_shiftamt_u32, u32, "bfind.shiftamt.u32") { return a ? __builtin_clz(a) : ~0u; }
OPERATION_1(u32, brev_b32, u32, "brev.b32")
{
    u32 r = 0;
    for (int i = 0; i < 32; ++i)
        r |= (a >> i & 1) << (31 - i);
    return r;
}
OPERATION_1(u64, brev_b64, u64, "brev.b64") { return pair(brev_b32_on_host(a >> 32), brev_b32_on_host(a)); }

OPERATION_3(u64, bfe_u64, u64, u32, u32, "bfe.u64")
{
    const u32 position = b & 255, length = c & 255;
    if (position > 63) return 0;
    return length > 63 ? a >> position : a >> position & ((u64{1} << length) - 1);
}
OPERATION_3(u32, bfe_u32, u32, u32, u32, "bfe.u32") { return bfe_u64_on_host(a, b, c); }
OPERATION_3(u32, bfe_s32, u32, u32, u32, "bfe.s32")
{
    const u32 position = b & 255, length = c & 255;
    if (length == 0) return 0;
    const u32 sign = a >> std::min(position + length - 1, 31u) & 1;
    const u32 above = length > 31 ? 0 : ~0u << length;
    const u32 outside = position == 0 ? 0 : position > 31 ? ~0u : ~0u << (32 - position);
    return bfe_u32_on_host(a, b, c) | (sign ? above | outside : 0);
}
inline u32 bfi_b32_on_host(u32 a, u32 b, u32 position, u32 length)
{
    position &= 255, length &= 255;
    if (position > 31) return b;
    const u32 field = (length > 31 ? ~0u : (1u << length) - 1) << position;
    return (b & ~field) | (a << position & field);
}
HOST_DEVICE u32 bfi_b32(u32 a, u32 b, u32 position, u32 length)
{
    ON_DEVICE(u32 r; asm("bfi.b32 %0, %1, %2, %3, %4;"
                         : "=r"(r)
                         : "r"(a), "r"(b), "r"(position), "r"(length));
              return r;)
    ON_HOST(return bfi_b32_on_host(a, b, position, length);)
}

//! lop3 with the table 0x6d.
HOST_DEVICE u32 lop3_6d(u32 a, u32 b, u32 c)
{
    ON_DEVICE(u32 r; asm("lop3.b32 %0, %1, %2, %3, 0x6d;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r;)
    ON_HOST(return (~a & (b | ~c)) | (a & (b ^ c));)
}

inline u32 byte_of(u32 a, u32 b, u32 number) { return pair(a, b) >> 8 * (number & 7) & 255; }
OPERATION_3(u32, prmt_b32, u32, u32, u32, "prmt.b32")
{
    u32 r = 0;
    for (int i = 0; i < 4; ++i) {
        const u32 selector = c >> 4 * i, byte = byte_of(a, b, selector);
        r |= (selector & 8 ? (byte & 128 ? 255 : 0) : byte) << 8 * i;
    }
    return r;
}
OPERATION_3(u32, prmt_b32_f4e, u32, u32, u32, "prmt.b32.f4e")
{
    u32 r = 0;
    for (int i = 0; i < 4; ++i)
        r |= byte_of(a, b, (c & 3) + i) << 8 * i;
    return r;
}
OPERATION_3(u32, prmt_b32_rc16, u32, u32, u32, "prmt.b32.rc16")
{
    const u32 half = c & 1 ? a >> 16 : a & 65535;
    return half | half << 16;
}

// Conversions with saturation.
#define SATURATION(name, narrow, source, low, high)                                                                    \
    HOST_DEVICE u32 name(u32 a)                                                                                        \
    {                                                                                                                  \
        ON_DEVICE(u32 r; asm("{\n\t.reg ." narrow " t;\n\tcvt.sat." narrow "." source " t, %1;\n\tcvt.s32." narrow     \
                             " %0, t;\n\t}"                                                                            \
                             : "=r"(r)                                                                                 \
                             : "r"(a));                                                                                \
                  return r;)                                                                                           \
        ON_HOST(const bool is_signed = source[0] == 's';                                                               \
                return static_cast<u32>(std::clamp<i64>(is_signed ? i64{static_cast<i32>(a)} : i64{a}, low, high));)   \
    }
SATURATION(cvt_sat_s8_s32, "s8", "s32", -128, 127)
SATURATION(cvt_sat_u8_s32, "u8", "s32", 0, 255)
SATURATION(cvt_sat_s16_u32, "s16", "u32", -32768, 32767)
SATURATION(cvt_sat_u16_s32, "u16", "s32", 0, 65535)
OPERATION_1(u32, cvt_sat_s32_s64, u64, "cvt.sat.s32.s64") { return clamped_s32(static_cast<i64>(a)); }
OPERATION_1(u32, cvt_sat_u32_s64, u64, "cvt.sat.u32.s64")
{
    return static_cast<u32>(std::clamp<i64>(static_cast<i64>(a), 0, UINT32_MAX));
}

// Quotients. A divisor of 0, and a quotient that overflows, are undefined in C++: another value takes their place.
HOST_DEVICE u32 quotient_u32(u32 a, u32 b) { return b ? a / b : a ^ 77; }
HOST_DEVICE u64 quotient_u64(u64 a, u64 b) { return b ? a / b : a ^ 77; }
HOST_DEVICE bool divides_s32(u32 a, u32 b) { return b != 0 && !(a == 0x80000000u && b == ~0u); }
HOST_DEVICE u32 quotient_s32(u32 a, u32 b)
{
    return divides_s32(a, b) ? static_cast<u32>(static_cast<i32>(a) / static_cast<i32>(b)) : a ^ 77;
}
HOST_DEVICE u32 remainder_s32(u32 a, u32 b)
{
    return divides_s32(a, b) ? static_cast<u32>(static_cast<i32>(a) % static_cast<i32>(b)) : a ^ 78;
}
HOST_DEVICE u64 remainder_s64(u64 a, u64 b)
{
    const bool defined = b != 0 && !(a == 1ull << 63 && b == ~0ull);
    return defined ? static_cast<u64>(static_cast<i64>(a) % static_cast<i64>(b)) : a ^ 78;
}
