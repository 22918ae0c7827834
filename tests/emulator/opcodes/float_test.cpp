// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point arithmetic of 32 and 64 bits: PTX ISA, "Floating Point Instructions", all but the approximate ones.
#include <boost/test/unit_test.hpp>

#include "reference.hpp"

using namespace opcode_test;

namespace {

struct variant {
    std::string modifiers;
    mode m;
    bool ftz, sat;
};

// Every rounding mode, with and without .ftz and .sat.
std::vector<variant> variants(bool may_be_unnamed, bool ftz, bool sat)
{
    std::vector<variant> v;
    const std::pair<const char*, mode> modes[] = {
        {"", mode::nearest}, {".rn", mode::nearest}, {".rz", mode::zero}, {".rm", mode::down}, {".rp", mode::up}};
    for (auto& [name, m] : modes)
        for (int f = 0; f <= int(ftz); ++f)
            for (int s = 0; s <= int(sat); ++s)
                if (*name || may_be_unnamed)
                    v.push_back({std::string(name) + (f ? ".ftz" : "") + (s ? ".sat" : ""), m, f != 0, s != 0});
    return v;
}

template <class T>
struct of;
template <>
struct of<f32> {
    static constexpr format F = single_format;
    static std::string name() { return ".f32"; }
};
template <>
struct of<f64> {
    static constexpr format F = double_format;
    static std::string name() { return ".f64"; }
};

template <class T>
T make(u64 bits)
{
    T t;
    t.bits = static_cast<decltype(t.bits)>(bits);
    return t;
}

// f32: "NaN results are the canonical NaN 0x7fffffff". For .f64 PTX ISA leaves the payload open: any NaN will do.
template <class T>
form& any_nan_of_64(form& f)
{
    if constexpr (std::is_same_v<T, f64>)
        f.within(
            [](const u64*, int, u64 got, u64 want) { return double_format.is_nan(got) && double_format.is_nan(want); });
    return f;
}

// The operation, with sources and result flushed or not, then clamped.
template <class T, class Op>
auto binary(variant v, Op op)
{
    return [v, op](T a, T b) {
        const u64 r = op(of<T>::F, a.bits, b.bits, v.m, v.ftz);
        return make<T>(v.sat ? saturate(of<T>::F, r) : r);
    };
}
template <class T, class Op>
auto unary(variant v, Op op)
{
    return [v, op](T a) { return make<T>(op(of<T>::F, a.bits, v.m, v.ftz)); };
}
template <class T>
auto ternary(variant v)
{
    return [v](T a, T b, T c) {
        const u64 r = fused(of<T>::F, a.bits, b.bits, c.bits, v.m, v.ftz);
        return make<T>(v.sat ? saturate(of<T>::F, r) : r);
    };
}

// Operands for which rounding the product first gives another result: c is minus the rounded product, or near it.
template <class T>
void add_cancellations(form& f)
{
    const format F = of<T>::F;
    u64 state = 88172645463325252u;
    auto next = [&] {
        state ^= state << 13;
        state ^= state >> 7;
        return state ^= state << 17;
    };
    for (int k = 0; k < 300; ++k) {
        auto near_one = [&] {
            return F.one() + (next() & (F.one() | ((u64{1} << F.mantissa_bits) - 1)) % (u64{8} << F.mantissa_bits)) -
                   (u64{4} << F.mantissa_bits);
        };
        const u64 a = near_one(), b = near_one();
        const u64 product = multiply(F, a, b, mode::nearest) ^ F.sign();
        f.also({a, b, product + next() % 3 - 1});
        // A tiny addend: only its sign shows, in directed rounding.
        f.also({a, b, 1 | (next() & F.sign())});
        // A product just above or below the largest, and around the smallest normal number.
        f.also({a, F.largest(), next() & 1 ? F.largest() | F.sign() : 0});
        f.also({a, F.magnitude(u64{1} << F.mantissa_bits | next() % 8), next() % 16});
    }
}

// Quotients just below the smallest normal number, which rounding lifts there: what .ftz makes of them.
void add_tiny_quotients(form& f)
{
    for (u64 a : {0x00800000u, 0x00ffffffu, 0x00fffffeu, 0x00800001u, 0x017fffffu, 0x3f800000u, 0x3f7fffffu})
        for (u64 b : {0x3f800001u, 0x3f800002u, 0x40000000u, 0x40000001u, 0x40800000u, 0x7e800001u, 0x7e800002u,
                      0x7e800003u, 0x7f000000u, 0x7e7fffffu})
            for (u64 sign : {0u, 0x80000000u})
                f.also(f.sources.size() == 1 ? row{b | sign} : row{a | sign, b});
}

template <class T>
void add_arithmetic(suite& forms)
{
    const bool single = std::is_same_v<T, f32>;
    const std::string t = of<T>::name();
    for (const variant& v : variants(true, single, single)) {
        any_nan_of_64<T>(forms.add("add" + v.modifiers + t, binary<T>(v, add)));
        any_nan_of_64<T>(forms.add("sub" + v.modifiers + t, binary<T>(v, subtract)));
        any_nan_of_64<T>(forms.add("mul" + v.modifiers + t, binary<T>(v, multiply)));
    }
    for (const variant& v : variants(false, single, single))
        for (const char* op : {"fma", "mad"}) { // "mad.{f32,f64} is the same as fma.{f32,f64}"
            form& f = any_nan_of_64<T>(forms.add(op + v.modifiers + t, ternary<T>(v)));
            add_cancellations<T>(f);
        }
    for (const variant& v : variants(false, single, false)) {
        form& quotient = any_nan_of_64<T>(forms.add("div" + v.modifiers + t, binary<T>(v, divide)));
        if (single) add_tiny_quotients(quotient);
        form& reciprocal =
            any_nan_of_64<T>(forms.add("rcp" + v.modifiers + t, unary<T>(v, [](format f, u64 a, mode m, bool flush) {
                                           return divide(f, f.one(), a, m, flush);
                                       })));
        if (single) add_tiny_quotients(reciprocal);
        any_nan_of_64<T>(forms.add("sqrt" + v.modifiers + t, unary<T>(v, square_root)));
    }
}

// PTX ISA's text for min and max: "+0.0 > -0.0"; a NaN gives way to a number, unless .NaN; with .xorsign.abs the sign
// is the exclusive or of both signs, the magnitude that of the smaller or larger magnitude.
u64 extreme(format f, u64 a, u64 b, bool greatest, bool flush, bool nan, bool xorsign)
{
    if (flush) a = ftz(f, a), b = ftz(f, b);
    const u64 sign = (a ^ b) & f.sign();
    if (xorsign) a = f.magnitude(a), b = f.magnitude(b);
    u64 r;
    if (f.is_nan(a) || f.is_nan(b)) {
        if (nan || (f.is_nan(a) && f.is_nan(b))) return f.nan();
        r = f.is_nan(a) ? b : a;
    } else {
        // Ordered, -0 before +0.
        auto key = [&](u64 v) { return f.is_negative(v) ? -s64(f.magnitude(v)) - 1 : s64(f.magnitude(v)); };
        r = (key(a) < key(b)) == greatest ? b : a;
    }
    return xorsign ? f.magnitude(r) | sign : r;
}

template <class T>
void add_extremes(suite& forms)
{
    const bool single = std::is_same_v<T, f32>;
    for (bool greatest : {false, true})
        for (int flush = 0; flush <= int(single); ++flush)
            for (int nan = 0; nan <= int(single); ++nan)
                for (int xorsign = 0; xorsign <= int(single); ++xorsign) {
                    const std::string name = std::string(greatest ? "max" : "min") + (flush ? ".ftz" : "") +
                                             (nan ? ".NaN" : "") + (xorsign ? ".xorsign.abs" : "");
                    any_nan_of_64<T>(
                        forms.add(name + of<T>::name(),
                                  [=](T a, T b) {
                                      return make<T>(extreme(of<T>::F, a.bits, b.bits, greatest, flush, nan, xorsign));
                                  }))
                        .needs(xorsign ? 90
                               : nan   ? 80
                                       : 75);
                }
}

template <class T>
void add_signs(suite& forms)
{
    const format F = of<T>::F;
    const std::string t = of<T>::name();
    // "NaN inputs yield an unspecified NaN."
    auto unspecified_nan = [F](const u64* in, int, u64 got, u64) { return F.is_nan(in[0]) && F.is_nan(got); };
    for (int flush = 0; flush <= int(std::is_same_v<T, f32>); ++flush) {
        const std::string name = flush ? ".ftz" : "";
        forms.add("abs" + name + t, [=](T a) { return make<T>(F.magnitude(flush ? ftz(F, a.bits) : a.bits)); })
            .within(unspecified_nan);
        forms.add("neg" + name + t, [=](T a) { return make<T>((flush ? ftz(F, a.bits) : a.bits) ^ F.sign()); })
            .within(unspecified_nan);
    }
    // "Copy sign bit of a into value of b."
    forms.add("copysign" + t, [=](T a, T b) { return make<T>(F.magnitude(b.bits) | (a.bits & F.sign())); });
    const std::pair<const char*, std::function<bool(u64)>> classes[] = {
        {"finite", [F](u64 v) { return !F.is_nan(v) && !F.is_infinite(v); }},
        {"infinite", [F](u64 v) { return F.is_infinite(v); }},
        {"number", [F](u64 v) { return !F.is_nan(v); }},
        {"notanumber", [F](u64 v) { return F.is_nan(v); }},
        // "normal: true if the input is a normal number (not NaN, not infinity)"; zero counts as normal.
        {"normal", [F](u64 v) { return !F.is_nan(v) && !F.is_infinite(v) && !F.is_subnormal(v); }},
        {"subnormal", [F](u64 v) { return F.is_subnormal(v); }},
    };
    for (auto& [name, is] : classes)
        forms.add("testp." + std::string(name) + t, [is = is](T a) { return is(a.bits); });
}

} // namespace

OPCODE_FORMS(float_arithmetic_32) { add_arithmetic<f32>(forms); }
OPCODE_FORMS(float_arithmetic_64) { add_arithmetic<f64>(forms); }

OPCODE_FORMS(float_extremes)
{
    add_extremes<f32>(forms);
    add_extremes<f64>(forms);
}

OPCODE_FORMS(float_signs_and_classes)
{
    add_signs<f32>(forms);
    add_signs<f64>(forms);
}

// Constants in the text: 0f and 0d are bits, decimal numbers are doubles.
OPCODE_FORMS(float_literals)
{
    forms.add("add.f32 bits", [](f32 a) { return make<f32>(add(single_format, a.bits, 0x3fc00000, mode::nearest)); })
        .as("add.f32 %d0, %s0, 0f3FC00000;");
    forms
        .add("mul.f64 bits",
             [](f64 a) { return make<f64>(multiply(double_format, a.bits, 0x4008000000000000, mode::nearest)); })
        .as("mul.f64 %d0, %s0, 0d4008000000000000;")
        .within([](const u64*, int, u64 g, u64 w) { return double_format.is_nan(g) && double_format.is_nan(w); });
    forms
        .add("add.f64 decimal",
             [](f64 a) { return make<f64>(add(double_format, a.bits, 0xbff8000000000000, mode::nearest)); })
        .as("add.f64 %d0, %s0, -1.5;")
        .within([](const u64*, int, u64 g, u64 w) { return double_format.is_nan(g) && double_format.is_nan(w); });
    forms.add("mov.f32 decimal", [](f32) { return make<f32>(0x3dcccccd); }).as("mov.f32 %d0, 0.1;");
    forms.add("mov.f64 exponent", [](f64) { return make<f64>(0x7fe1ccf385ebc8a0); }).as("mov.f64 %d0, 1.0e308;");
    forms.add("mov.f32 -0", [](f32) { return make<f32>(0x80000000); }).as("mov.f32 %d0, 0f80000000;");
}
