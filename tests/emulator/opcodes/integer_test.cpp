// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic: PTX ISA, "Integer Arithmetic Instructions".
#include <boost/test/unit_test.hpp>

#include "harness.hpp"

using namespace opcode_test;

namespace {

template <class T>
std::string type_name()
{
    return (std::is_signed_v<T> ? "s" : "u") + std::to_string(8 * sizeof(T));
}

// All of it in 128 bits, which holds every sum and, but for 64-bit operands with the high bit, every product.
template <class T>
s128 wide(T v)
{
    return s128(v);
}
template <class T>
T low(s128 v)
{
    return T(u64(u128(v)));
}

// The upper half by schoolbook multiplication of 32-bit digits, with the usual correction for signed operands.
template <class T>
T high_product(T a, T b)
{
    if constexpr (sizeof(T) < 8) {
        return T((wide(a) * wide(b)) >> (8 * sizeof(T)));
    } else {
        const u64 x = u64(a), y = u64(b), x0 = u32(x), x1 = x >> 32, y0 = u32(y), y1 = y >> 32;
        const u64 middle = x1 * y0 + (x0 * y0 >> 32);
        const u64 middle2 = x0 * y1 + u32(middle);
        u64 high = x1 * y1 + (middle >> 32) + (middle2 >> 32);
        if (std::is_signed_v<T> && a < 0) high -= y;
        if (std::is_signed_v<T> && b < 0) high -= x;
        return T(high);
    }
}

s32 clamp32(s128 v) { return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : s32(v); }

template <class T>
s128 divide(T a, T b)
{
    // Long division of magnitudes, bit by bit.
    const bool negative = (std::is_signed_v<T> && a < 0) != (std::is_signed_v<T> && b < 0);
    const u128 n = a < 0 ? u128(-wide(a)) : u128(wide(a)), d = b < 0 ? u128(-wide(b)) : u128(wide(b));
    u128 q = 0, r = 0;
    for (int k = 63; k >= 0; --k) {
        r = r << 1 | (n >> k & 1);
        if (r >= d) {
            r -= d;
            q |= u128{1} << k;
        }
    }
    return negative ? -s128(q) : s128(q);
}

template <class T>
void add_type(suite& forms)
{
    const std::string t = "." + type_name<T>();
    forms.add("add" + t, [](T a, T b) { return low<T>(wide(a) + wide(b)); });
    forms.add("sub" + t, [](T a, T b) { return low<T>(wide(a) - wide(b)); });
    forms.add("mul.lo" + t, [](T a, T b) { return low<T>(s128(u128(wide(a)) * u128(wide(b)))); });
    forms.add("mul.hi" + t, [](T a, T b) { return high_product(a, b); });
    forms.add("mad.lo" + t, [](T a, T b, T c) { return low<T>(s128(u128(wide(a)) * u128(wide(b)) + u128(wide(c)))); });
    forms.add("mad.hi" + t, [](T a, T b, T c) { return low<T>(wide(high_product(a, b)) + wide(c)); });
    forms.add("min" + t, [](T a, T b) { return b < a ? b : a; });
    forms.add("max" + t, [](T a, T b) { return b > a ? b : a; });
    forms.add("sad" + t, [](T a, T b, T c) {
        return low<T>(wide(c) + (wide(a) < wide(b) ? wide(b) - wide(a) : wide(a) - wide(b)));
    });
    // "Division by zero yields an unspecified, machine-specific value": the code that ptxas makes for sm_90 ends with a
    // select of all ones, for quotient and remainder, signed and unsigned, of each width. The lowest number / -1 wraps.
    auto quotient = [](T a, T b) { return b ? low<T>(divide(a, b)) : T(-1); };
    auto remainder = [](T a, T b) { return b ? low<T>(wide(a) - divide(a, b) * wide(b)) : T(-1); };
    forms.add("div" + t, quotient);
    forms.add("rem" + t, remainder);
    const std::vector<u64> divisors = {1,    2,   3, 7, 10, u64(T(-1)), u64(T(-2)), u64(T(1) << (8 * sizeof(T) - 1)),
                                       0x7f, 0x61};
    forms.add("div" + t + " chosen divisors", quotient).choose(1, divisors);
    forms.add("rem" + t + " chosen divisors", remainder).choose(1, divisors);
    if constexpr (std::is_signed_v<T>) {
        forms.add("abs" + t, [](T a) { return low<T>(a < 0 ? -wide(a) : wide(a)); });
        forms.add("neg" + t, [](T a) { return low<T>(-wide(a)); });
    }
}

template <class T, class W>
void add_wide(suite& forms)
{
    const std::string t = "." + type_name<T>();
    forms.add("mul.wide" + t, [](T a, T b) { return low<W>(wide(a) * wide(b)); });
    forms.add("mad.wide" + t, [](T a, T b, W c) { return low<W>(wide(a) * wide(b) + wide(c)); });
}

// mul24: "24-bit operands in 32-bit source registers": bits 47..16 of the product for .hi.
template <class T>
s128 product24(T a, T b)
{
    auto low24 = [](T v) {
        const s128 m = u32(v) & 0xffffff;
        return std::is_signed_v<T> && m >> 23 ? m - (s128{1} << 24) : m;
    };
    return low24(a) * low24(b);
}

template <class T>
void add_24(suite& forms)
{
    const std::string t = "." + type_name<T>();
    forms.add("mul24.lo" + t, [](T a, T b) { return low<T>(product24(a, b)); });
    forms.add("mul24.hi" + t, [](T a, T b) { return low<T>(product24(a, b) >> 16); });
    forms.add("mad24.lo" + t, [](T a, T b, T c) { return low<T>(product24(a, b) + wide(c)); });
    forms.add("mad24.hi" + t, [](T a, T b, T c) { return low<T>(wide(low<T>(product24(a, b) >> 16)) + wide(c)); });
}

// A dot product of `count` fields: of `bits_a` bits from a, of 8 bits from b.
template <class A, class B>
u32 dot(u32 a, u32 b, u32 c, int bits_a, int first_b)
{
    auto field = [](u32 v, int at, int bits, bool is_signed) {
        s64 f = v >> at & ((u64{1} << bits) - 1);
        if (is_signed && f >> (bits - 1)) f -= s64{1} << bits;
        return f;
    };
    s64 sum = c;
    for (int k = 0; k < 32 / bits_a; ++k)
        sum += field(a, k * bits_a, bits_a, std::is_signed_v<A>) * field(b, 8 * (k + first_b), 8, std::is_signed_v<B>);
    return u32(sum);
}

template <class A, class B>
void add_dots(suite& forms)
{
    const std::string t = "." + type_name<A>() + "." + type_name<B>();
    forms.add("dp4a" + t, [](u32 a, u32 b, u32 c) { return dot<A, B>(a, b, c, 8, 0); });
    forms.add("dp2a.lo" + t, [](u32 a, u32 b, u32 c) { return dot<A, B>(a, b, c, 16, 0); });
    forms.add("dp2a.hi" + t, [](u32 a, u32 b, u32 c) { return dot<A, B>(a, b, c, 16, 2); });
}

} // namespace

OPCODE_FORMS(integer_arithmetic)
{
    add_type<s16>(forms);
    add_type<u16>(forms);
    add_type<s32>(forms);
    add_type<u32>(forms);
    add_type<s64>(forms);
    add_type<u64>(forms);
    add_wide<s16, s32>(forms);
    add_wide<u16, u32>(forms);
    add_wide<s32, s64>(forms);
    add_wide<u32, u64>(forms);
    add_24<s32>(forms);
    add_24<u32>(forms);
}

OPCODE_FORMS(integer_saturation)
{
    forms.add("add.sat.s32", [](s32 a, s32 b) { return clamp32(wide(a) + b); });
    forms.add("sub.sat.s32", [](s32 a, s32 b) { return clamp32(wide(a) - b); });
    forms.add("mad.hi.sat.s32", [](s32 a, s32 b, s32 c) { return clamp32((wide(a) * b >> 32) + c); });
    forms.add("mad24.hi.sat.s32",
              [](s32 a, s32 b, s32 c) { return clamp32(wide(low<s32>(product24(a, b) >> 16)) + c); });
    // .relu: negative results become 0.
    forms.add("min.relu.s32", [](s32 a, s32 b) { return s32(a < 0 || b < 0 ? 0 : a < b ? a : b); }).needs(90);
    forms.add("max.relu.s32", [](s32 a, s32 b) { return s32(a < 0 && b < 0 ? 0 : a > b ? a : b); }).needs(90);
}

// Two 16-bit numbers in 32 bits, each by itself.
OPCODE_FORMS(integer_pairs)
{
    auto add_pair = [&](const std::string& name, std::function<s128(s128, s128)> f, bool is_signed) {
        form& x = forms.add(name, [=](u32 a, u32 b) {
            u32 r = 0;
            for (int shift : {0, 16}) {
                const u16 x = u16(a >> shift), y = u16(b >> shift);
                r |= u32(u16(is_signed ? f(s16(x), s16(y)) : f(x, y))) << shift;
            }
            return r;
        });
        std::vector<u64> edges;
        const u64 halves[] = {0, 1, 2, 0x7fff, 0x8000, 0x8001, 0xffff, 0xfffe, 0x1234};
        for (std::size_t k = 0; k < std::size(halves); ++k)
            for (u64 low : {halves[(k + 2) % 9], halves[(4 * k + 1) % 9]})
                edges.push_back(halves[k] << 16 | low);
        x.choose(0, edges).choose(1, edges).needs(90);
        for (u64 k = 1; k < 500; ++k)
            x.also({u32(k * 0x9e3779b1), u32(k * 0x85ebca77)});
    };
    auto sum = [](s128 a, s128 b) { return a + b; };
    auto least = [](s128 a, s128 b) { return a < b ? a : b; };
    auto greatest = [](s128 a, s128 b) { return a > b ? a : b; };
    for (bool is_signed : {false, true}) {
        const std::string type = is_signed ? ".s16x2" : ".u16x2";
        add_pair("add" + type, sum, is_signed);
        add_pair("min" + type, least, is_signed);
        add_pair("max" + type, greatest, is_signed);
    }
    add_pair(
        "min.relu.s16x2", [=](s128 a, s128 b) { return greatest(0, least(a, b)); }, true);
    add_pair(
        "max.relu.s16x2", [=](s128 a, s128 b) { return greatest(0, greatest(a, b)); }, true);
}

// What nvcc makes of __vabsdiffu2, __vsadu4 and their like. No piece is masked out, so that c counts with .add alone.
OPCODE_FORMS(integer_video)
{
    for (int bits : {16, 8})
        for (bool sums : {false, true})
            forms.add("vabsdiff" + std::to_string(32 / bits) + ".u32.u32.u32" + (sums ? ".add" : ""),
                      [=](u32 a, u32 b, u32 c) {
                          u64 sum = c, pieces = 0;
                          for (int at = 0; at < 32; at += bits) {
                              const s64 x = a >> at & ((1 << bits) - 1), y = b >> at & ((1 << bits) - 1);
                              sum += u64(x > y ? x - y : y - x);
                              pieces |= u64(x > y ? x - y : y - x) << at;
                          }
                          return u32(sums ? sum : pieces);
                      });
}

OPCODE_FORMS(integer_dot_products)
{
    add_dots<u32, u32>(forms);
    add_dots<s32, s32>(forms);
    add_dots<s32, u32>(forms);
    add_dots<u32, s32>(forms);
}

// A literal operand, which the decoder spreads over the lanes, and a destination that is a source.
OPCODE_FORMS(integer_operand_kinds)
{
    forms.add("add.s32 literal", [](s32 a) { return s32(u32(a) - 7u); }).as("add.s32 %d0, %s0, -7;");
    forms.add("sub.u16 literal", [](u16 a) { return u16(0xfffe - a); }).as("sub.u16 %d0, 0xfffe, %s0;");
    forms.add("add.u64 literal", [](u64 a) { return a + 0xfedcba9876543210u; })
        .as("add.u64 %d0, %s0, 0xfedcba9876543210;");
    forms.add("mul.lo.s64 negative literal", [](s64 a) { return s64(u64(a) * u64(-5)); })
        .as("mul.lo.s64 %d0, %s0, -5;");
    // ptxas takes modifiers in any order; headers of CUDA have some behind the type.
    forms.add("min.relu.s32 behind the type", [](s32 a, s32 b) { return s32(a < 0 || b < 0 ? 0
                                                                            : a < b        ? a
                                                                                           : b); })
        .as("min.s32.relu %d0, %s0, %s1;")
        .needs(90);
    forms.add("add.sat.s32 behind the type", [](s32 a, s32 b) { return clamp32(wide(a) + b); })
        .as("add.s32.sat %d0, %s0, %s1;");
    forms.add("mad.lo.u32 in place", [](u32 a, u32 b) { return a * a + b; })
        .as("mad.lo.u32 %s0, %s0, %s0, %s1; mov.b32 %d0, %s0;");
    forms.add("add.s32 expression", [](s32 a) { return s32(u32(a) + 22u); }).as("add.s32 %d0, %s0, (1+2)*8-2;");
    // PTX ISA's table of operators: precedence, signed and unsigned operands, casts.
    const struct {
        const char* text;
        u64 value;
    } expressions[] = {
        {"7-2-1", 4},
        {"2+3*4", 14},
        {"-7/2", u64(-3)},
        {"-7/2U", 0x7ffffffffffffffc},
        {"17 % 5", 2},
        {"1<<4+1", 32},
        {"-16>>2", u64(-4)},
        {"(.u64)-16>>2", 0x3ffffffffffffffc},
        {"1<2", 1},
        {"-1<1", 1},
        {"-1<1U", 0},
        {"2<=1", 0},
        {"3>=3", 1},
        {"3!=3", 0},
        {"5==5", 1},
        {"12&10|1", 9},
        {"12^10", 6},
        {"~5", ~u64{5}},
        {"!5+!0", 1},
        {"0&&1||1", 1},
        {"3>2?7:9", 7},
        {"0?7:1?8:9", 8},
        {"-(2+3)", u64(-5)},
        {"(.s64)0xffffffffffffffff/2", 0},
        {"0xffffffffffffffff/2", 0x7fffffffffffffff},
        {"WARP_SZ-1", 31},
    };
    for (auto& e : expressions)
        forms.add(std::string("add.u64 ") + e.text, [v = e.value](u64 a) { return a + v; })
            .as(std::string("add.u64 %d0, %s0, ") + e.text + ";")
            .random = 32;
    forms.add("ld.const expressions", [](u32 a) { return a + 3; })
        .declares(".const .align 4 .b32 computed[4] = {1+2, -(3), 1<<3, WARP_SZ};")
        .as("{ .reg .b32 %x; ld.const.b32 %x, [computed+4*1]; add.u32 %d0, %s0, %x; ld.const.b32 %x, [computed]; "
            "add.u32 %d0, %d0, %x; .reg .b64 %p; mov.u64 %p, computed+(4+4); ld.const.b32 %x, [%p+-4*2]; add.u32 %d0, "
            "%d0, %x; ld.const.b32 %x, [%p+2*2-4*(2+1)]; sub.u32 %d0, %d0, %x; ld.const.b32 %x, [%p]; add.u32 %d0, "
            "%d0, %x; sub.u32 %d0, %d0, 8; add.u32 %d0, %d0, 3; }")
        .random = 32;
    forms.add("add.u32 octal and binary", [](u32 a) { return a + 8u + 5u; })
        .as("add.u32 %d0, %s0, 010; add.u32 %d0, %d0, 0b101;");
}
