// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic: PTX ISA, "Integer Arithmetic Instructions".
#include "execute/lane_operations.h"
#include "machine/integers.h"
#include "machine/warp.h"

#include <algorithm>
#include <type_traits>

namespace cuda_emulator {

namespace {

template <class T>
using unsigned_of = std::make_unsigned_t<T>;

template <class T>
struct wider;
template <>
struct wider<i16> {
    using type = i32;
};
template <>
struct wider<u16> {
    using type = u32;
};
template <>
struct wider<i32> {
    using type = i64;
};
template <>
struct wider<u32> {
    using type = u64;
};
template <>
struct wider<i64> {
    using type = __int128;
};
template <>
struct wider<u64> {
    using type = unsigned __int128;
};
template <class T>
using wider_t = typename wider<T>::type;

inline i32 saturate(i64 v) { return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : i32(v); }

// Wrapping arithmetic in a type no smaller than int, so that nothing overflows in C++'s sense.
template <class T>
struct op_add {
    static T f(T a, T b) { return T(unsigned_of<T>(a) + unsigned_of<T>(b)); }
};
template <class T>
struct op_sub {
    static T f(T a, T b) { return T(unsigned_of<T>(a) - unsigned_of<T>(b)); }
};
struct op_add_sat {
    static i32 f(i32 a, i32 b) { return saturate(i64(a) + b); }
};
struct op_sub_sat {
    static i32 f(i32 a, i32 b) { return saturate(i64(a) - b); }
};
// The narrowest type that does not promote to int: it decides how wide the vectors are.
template <class T>
using low_t = std::conditional_t<sizeof(T) <= 4, u32, u64>;
template <class T>
struct op_mul_lo {
    static T f(T a, T b) { return T(low_t<T>(a) * low_t<T>(b)); }
};
template <class T>
struct op_mul_hi {
    static T f(T a, T b) { return T((wider_t<T>(a) * wider_t<T>(b)) >> (8 * sizeof(T))); }
};
template <class T>
struct op_mul_wide {
    static wider_t<T> f(T a, T b) { return wider_t<T>(a) * wider_t<T>(b); }
};
template <class T>
struct op_mad_lo {
    static T f(T a, T b, T c) { return T(low_t<T>(a) * low_t<T>(b) + low_t<T>(c)); }
};
template <class T>
struct op_mad_hi {
    static T f(T a, T b, T c) { return T(unsigned_of<T>(op_mul_hi<T>::f(a, b)) + unsigned_of<T>(c)); }
};
template <class T>
struct op_mad_wide {
    using W = wider_t<T>;
    static W f(T a, T b, W c) { return W(unsigned_of<W>(W(a) * W(b)) + unsigned_of<W>(c)); }
};
struct op_mad_hi_sat {
    static i32 f(i32 a, i32 b, i32 c) { return saturate(i64(op_mul_hi<i32>::f(a, b)) + c); }
};

// mul24 takes the low 24 bits of each operand, signed or not.
template <class T>
inline i64 low24(T a)
{
    return std::is_signed_v<T> ? i64(i32(u32(a) << 8) >> 8) : i64(u32(a) & 0xffffff);
}
template <class T>
struct op_mul24_lo {
    static T f(T a, T b) { return T(low24(a) * low24(b)); }
};
template <class T>
struct op_mul24_hi {
    static T f(T a, T b) { return T((low24(a) * low24(b)) >> 16); }
};
template <class T>
struct op_mad24_lo {
    static T f(T a, T b, T c) { return T(u32(op_mul24_lo<T>::f(a, b)) + u32(c)); }
};
template <class T>
struct op_mad24_hi {
    static T f(T a, T b, T c) { return T(u32(op_mul24_hi<T>::f(a, b)) + u32(c)); }
};
struct op_mad24_hi_sat {
    static i32 f(i32 a, i32 b, i32 c) { return saturate(i64(op_mul24_hi<i32>::f(a, b)) + c); }
};

// Division by zero is unspecified in PTX; ptxas makes code that gives all ones for quotient and remainder.
template <class T>
struct op_div {
    static T f(T a, T b)
    {
        if (b == 0) return T(-1);
        if (std::is_signed_v<T> && b == T(-1)) return T(0 - unsigned_of<T>(a));
        return T(a / b);
    }
};
template <class T>
struct op_rem {
    static T f(T a, T b)
    {
        if (b == 0) return T(-1);
        if (std::is_signed_v<T> && b == T(-1)) return 0;
        return T(a % b);
    }
};
template <class T>
struct op_abs {
    static T f(T a) { return a < 0 ? T(0 - unsigned_of<T>(a)) : a; }
};
template <class T>
struct op_neg {
    static T f(T a) { return T(0 - unsigned_of<T>(a)); }
};
template <class T>
struct op_min {
    static T f(T a, T b) { return a < b ? a : b; }
};
template <class T>
struct op_max {
    static T f(T a, T b) { return a > b ? a : b; }
};
struct op_min_relu {
    static i32 f(i32 a, i32 b) { return std::max(0, std::min(a, b)); }
};
struct op_max_relu {
    static i32 f(i32 a, i32 b) { return std::max(0, std::max(a, b)); }
};
template <class T>
struct op_sad {
    static T f(T a, T b, T c)
    {
        return T(unsigned_of<T>(c) +
                 (a < b ? unsigned_of<T>(b) - unsigned_of<T>(a) : unsigned_of<T>(a) - unsigned_of<T>(b)));
    }
};

// Both halves of 32 bits, each by itself.
template <class T, class Op>
struct op_halves {
    static u32 f(u32 a, u32 b) { return u16(Op::f(T(a), T(b))) | u32(u16(Op::f(T(a >> 16), T(b >> 16)))) << 16; }
};
template <class Op>
struct op_relu {
    static i16 f(i16 a, i16 b) { return std::max<i16>(0, Op::f(a, b)); }
};

struct op_popc32 {
    static u32 f(u32 a) { return u32(__builtin_popcount(a)); }
};
struct op_popc64 {
    static u32 f(u64 a) { return u32(__builtin_popcountll(a)); }
};
struct op_clz32 {
    static u32 f(u32 a) { return a ? u32(__builtin_clz(a)) : 32; }
};
struct op_clz64 {
    static u32 f(u64 a) { return a ? u32(__builtin_clzll(a)) : 64; }
};

// Position of the highest bit that differs from the sign; all ones when there is none.
template <class T, bool ShiftAmount>
struct op_bfind {
    static u32 f(T a)
    {
        const int top = int(sizeof(T)) * 8 - 1;
        const u64 v = std::is_signed_v<T> && a < 0 ? u64(unsigned_of<T>(~a)) : u64(unsigned_of<T>(a));
        if (v == 0) return 0xffffffffu;
        const int at = 63 - __builtin_clzll(v);
        return u32(ShiftAmount ? top - at : at);
    }
};

template <class T>
struct op_brev {
    static T f(T a)
    {
        u64 v = a;
        v = (v >> 1 & 0x5555555555555555u) | (v & 0x5555555555555555u) << 1;
        v = (v >> 2 & 0x3333333333333333u) | (v & 0x3333333333333333u) << 2;
        v = (v >> 4 & 0x0f0f0f0f0f0f0f0fu) | (v & 0x0f0f0f0f0f0f0f0fu) << 4;
        return T(__builtin_bswap64(v) >> (64 - 8 * sizeof(T)));
    }
};

// Position and length of a field are the low eight bits of the operand for 32 bits. For 64 bits, ptxas makes code that
// shifts by all of it.
template <class T>
inline u32 place_in(u32 operand)
{
    return sizeof(T) == 4 ? operand & 0xff : operand;
}
inline u64 low_bits(u32 n) { return n < 64 ? (u64{1} << n) - 1 : ~u64{0}; }
template <class T>
struct op_bfe {
    static T f(T a, u32 pos, u32 len)
    {
        using wide = std::conditional_t<std::is_signed_v<T>, i64, u64>;
        pos = place_in<T>(pos);
        len = place_in<T>(len);
        const u64 mask = low_bits(len);
        u64 r = u64(pos < 64 ? wide(a) >> pos : wide(a) < 0 ? wide(-1) : wide(0)) & mask;
        if (std::is_signed_v<T> && len - 1 < 64 && r >> (len - 1) & 1) r |= ~mask;
        return T(r);
    }
};
template <class T>
struct op_bfi {
    static T f(T a, T b, u32 pos, u32 len)
    {
        pos = place_in<T>(pos);
        if (pos >= sizeof(T) * 8) return b;
        const u64 mask = low_bits(place_in<T>(len)) << pos;
        return T((u64(a) << pos & mask) | (u64(b) & ~mask));
    }
};
template <class T>
void bfi(warp& w, const instruction& i, u32 m)
{
    const T* a = slot<T>(w, i.operands[1]);
    const T* b = slot<T>(w, i.operands[2]);
    const u32* c = slot<u32>(w, i.operands[3]);
    const u32* d = slot<u32>(w, i.operands[4]);
    for_lanes(slot<T>(w, i.operands[0]), m, [=](int l) { return op_bfi<T>::f(a[l], b[l], c[l], d[l]); });
}

template <bool Wrap>
struct op_bmsk {
    static u32 f(u32 a, u32 b)
    {
        if (Wrap) {
            a &= 31;
            b &= 31;
        }
        if (a >= 32) return 0;
        const u32 mask = b >= 32 ? ~0u : (1u << b) - 1;
        return mask << a;
    }
};
template <bool Signed, bool Wrap>
struct op_szext {
    static u32 f(u32 a, u32 n)
    {
        if (Wrap) n &= 31;
        if (n >= 32) return a;
        if (n == 0) return 0;
        const u32 mask = (1u << n) - 1;
        const bool sign = Signed && (a >> (n - 1) & 1);
        return sign ? a | ~mask : a & mask;
    }
};
// Position of the nth set bit from `base`, upwards for a positive n.
struct op_fns {
    static u32 f(u32 mask, u32 base, i32 n)
    {
        if (n == 0) return mask >> (base & 31) & 1 ? base : 0xffffffffu;
        i32 step = n > 0 ? 1 : -1;
        i32 left = n > 0 ? n : -n;
        for (i32 at = i32(base); at >= 0 && at < 32; at += step)
            if (mask >> at & 1 && --left == 0) return u32(at);
        return 0xffffffffu;
    }
};

template <class A, class B, class C>
struct op_dp4a {
    static C f(u32 a, u32 b, C c)
    {
        u32 sum = u32(c);
        for (int k = 0; k < 4; ++k)
            sum += u32(i32(A(a >> 8 * k)) * i32(B(b >> 8 * k)));
        return C(sum);
    }
};
template <class A, class B, class C, bool High>
struct op_dp2a {
    static C f(u32 a, u32 b, C c)
    {
        u32 sum = u32(c);
        for (int k = 0; k < 2; ++k)
            sum += u32(i32(A(a >> 16 * k)) * i32(B(b >> 8 * (k + 2 * High))));
        return C(sum);
    }
};

// vabsdiff2 and vabsdiff4 of unsigned numbers, which is what nvcc makes of SIMD intrinsics: the absolute difference of
// each piece of so many bits, or c and the sum of them.
template <int Bits, bool Sum>
struct op_vabsdiff {
    static u32 f(u32 a, u32 b, u32 c)
    {
        constexpr u32 mask = (1u << Bits) - 1;
        u32 r = Sum ? c : 0;
        for (int at = 0; at < 32; at += Bits) {
            const u32 x = a >> at & mask, y = b >> at & mask, d = x < y ? y - x : x - y;
            r += Sum ? d : d << at;
        }
        return r;
    }
};

template <class T>
void add_common(form_table& t, const std::string& s)
{
    auto n = [&](const char* op) { return std::string(op) + s; };
    add_binary<T, T, T, op_add<T>>(t, n("add.").c_str());
    add_binary<T, T, T, op_sub<T>>(t, n("sub.").c_str());
    add_binary<T, T, T, op_mul_lo<T>>(t, n("mul.lo.").c_str());
    add_binary<T, T, T, op_mul_hi<T>>(t, n("mul.hi.").c_str());
    add_ternary<T, T, T, T, op_mad_lo<T>>(t, n("mad.lo.").c_str());
    add_ternary<T, T, T, T, op_mad_hi<T>>(t, n("mad.hi.").c_str());
    if constexpr (sizeof(T) < 8) {
        using W = wider_t<T>;
        add_binary<W, T, T, op_mul_wide<T>>(t, n("mul.wide.").c_str());
        add_ternary<W, T, T, W, op_mad_wide<T>>(t, n("mad.wide.").c_str());
    }
    add_binary<T, T, T, op_div<T>>(t, n("div.").c_str());
    add_binary<T, T, T, op_rem<T>>(t, n("rem.").c_str());
    add_binary<T, T, T, op_min<T>>(t, n("min.").c_str());
    add_binary<T, T, T, op_max<T>>(t, n("max.").c_str());
    add_ternary<T, T, T, T, op_sad<T>>(t, n("sad.").c_str());
    if constexpr (std::is_signed_v<T>) {
        add_unary<T, T, op_abs<T>>(t, n("abs.").c_str());
        add_unary<T, T, op_neg<T>>(t, n("neg.").c_str());
    }
    if constexpr (sizeof(T) >= 4) {
        add_unary<u32, T, op_bfind<T, false>>(t, n("bfind.").c_str());
        add_unary<u32, T, op_bfind<T, true>>(t, n("bfind.shiftamt.").c_str());
        add_ternary<T, T, u32, u32, op_bfe<T>>(t, n("bfe.").c_str());
    }
    if constexpr (sizeof(T) == 4) {
        add_binary<T, T, T, op_mul24_lo<T>>(t, n("mul24.lo.").c_str());
        add_binary<T, T, T, op_mul24_hi<T>>(t, n("mul24.hi.").c_str());
        add_ternary<T, T, T, T, op_mad24_lo<T>>(t, n("mad24.lo.").c_str());
        add_ternary<T, T, T, T, op_mad24_hi<T>>(t, n("mad24.hi.").c_str());
    }
}

template <class A, class B, class C>
void add_dot(form_table& t, const std::string& types)
{
    using A8 = std::conditional_t<std::is_signed_v<A>, std::int8_t, std::uint8_t>;
    using B8 = std::conditional_t<std::is_signed_v<B>, std::int8_t, std::uint8_t>;
    using A16 = std::conditional_t<std::is_signed_v<A>, i16, u16>;
    add_ternary<C, u32, u32, C, op_dp4a<A8, B8, C>>(t, ("dp4a." + types).c_str());
    add_ternary<C, u32, u32, C, op_dp2a<A16, B8, C, false>>(t, ("dp2a.lo." + types).c_str());
    add_ternary<C, u32, u32, C, op_dp2a<A16, B8, C, true>>(t, ("dp2a.hi." + types).c_str());
}

} // namespace

void add_integer_forms(form_table& t)
{
    add_common<i16>(t, "s16");
    add_common<u16>(t, "u16");
    add_common<i32>(t, "s32");
    add_common<u32>(t, "u32");
    add_common<i64>(t, "s64");
    add_common<u64>(t, "u64");
    add_binary<i32, i32, i32, op_add_sat>(t, "add.sat.s32");
    add_binary<i32, i32, i32, op_sub_sat>(t, "sub.sat.s32");
    add_ternary<i32, i32, i32, i32, op_mad_hi_sat>(t, "mad.hi.sat.s32");
    add_ternary<i32, i32, i32, i32, op_mad24_hi_sat>(t, "mad24.hi.sat.s32");
    add_binary<i32, i32, i32, op_min_relu>(t, "min.relu.s32");
    add_binary<i32, i32, i32, op_max_relu>(t, "max.relu.s32");
    add_binary<u32, u32, u32, op_halves<u16, op_add<u16>>>(t, "add.u16x2");
    add_binary<u32, u32, u32, op_halves<i16, op_add<i16>>>(t, "add.s16x2");
    add_binary<u32, u32, u32, op_halves<u16, op_min<u16>>>(t, "min.u16x2");
    add_binary<u32, u32, u32, op_halves<i16, op_min<i16>>>(t, "min.s16x2");
    add_binary<u32, u32, u32, op_halves<u16, op_max<u16>>>(t, "max.u16x2");
    add_binary<u32, u32, u32, op_halves<i16, op_max<i16>>>(t, "max.s16x2");
    add_binary<u32, u32, u32, op_halves<i16, op_relu<op_min<i16>>>>(t, "min.relu.s16x2");
    add_binary<u32, u32, u32, op_halves<i16, op_relu<op_max<i16>>>>(t, "max.relu.s16x2");
    add_unary<u32, u32, op_popc32>(t, "popc.b32");
    add_unary<u32, u64, op_popc64>(t, "popc.b64");
    add_unary<u32, u32, op_clz32>(t, "clz.b32");
    add_unary<u32, u64, op_clz64>(t, "clz.b64");
    add_unary<u32, u32, op_brev<u32>>(t, "brev.b32");
    add_unary<u64, u64, op_brev<u64>>(t, "brev.b64");
    t.add("bfi.b32", bfi<u32>, "r:rrrr");
    t.add("bfi.b64", bfi<u64>, "d:ddrr");
    add_binary<u32, u32, u32, op_bmsk<false>>(t, "bmsk.clamp.b32");
    add_binary<u32, u32, u32, op_bmsk<true>>(t, "bmsk.wrap.b32");
    add_binary<u32, u32, u32, op_szext<false, false>>(t, "szext.clamp.u32");
    add_binary<u32, u32, u32, op_szext<false, true>>(t, "szext.wrap.u32");
    add_binary<u32, u32, u32, op_szext<true, false>>(t, "szext.clamp.s32");
    add_binary<u32, u32, u32, op_szext<true, true>>(t, "szext.wrap.s32");
    add_ternary<u32, u32, u32, i32, op_fns>(t, "fns.b32");
    add_ternary<u32, u32, u32, u32, op_vabsdiff<16, false>>(t, "vabsdiff2.u32.u32.u32");
    add_ternary<u32, u32, u32, u32, op_vabsdiff<16, true>>(t, "vabsdiff2.u32.u32.u32.add");
    add_ternary<u32, u32, u32, u32, op_vabsdiff<8, false>>(t, "vabsdiff4.u32.u32.u32");
    add_ternary<u32, u32, u32, u32, op_vabsdiff<8, true>>(t, "vabsdiff4.u32.u32.u32.add");
    add_dot<u32, u32, u32>(t, "u32.u32");
    add_dot<i32, i32, i32>(t, "s32.s32");
    add_dot<i32, u32, i32>(t, "s32.u32");
    add_dot<u32, i32, i32>(t, "u32.s32");
}

} // namespace cuda_emulator
