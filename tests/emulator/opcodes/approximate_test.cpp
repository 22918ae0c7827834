// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The approximate forms, each within the error that PTX ISA states for it ("Floating Point Instructions"); special
// operands give exactly what its tables say.
#include <boost/test/unit_test.hpp>

#include "reference.hpp"

#include <cmath>

using namespace opcode_test;

namespace {

using real = long double;

u64 bits_of_real(format f, real v)
{
    if (std::isnan(v)) return f.nan();
    const bool negative = std::signbit(v);
    if (std::isinf(v)) return (negative ? f.sign() : 0) | f.infinity();
    if (v == 0) return negative ? f.sign() : 0;
    int e = 0;
    const real m = std::frexp(std::fabs(v), &e);
    return round(f, {negative, e - 64, u128(std::ldexp(m, 64)), false}, mode::nearest);
}

struct bound {
    real relative = 0, absolute = 0;
    u64 ulp = 0;
};

// The bound may depend on the operands; none (all zeros) asks for the exact result.
using bound_function = std::function<bound(const real* operands)>;

form& add(suite& forms, const std::string& name, std::size_t sources, bool flush, std::function<real(const real*)> f,
          bound_function b)
{
    const format F = single_format;
    form x;
    x.name = name;
    x.results = {kind::f32};
    x.sources.assign(sources, kind::f32);
    auto operands = [=](const u64* in, real* v) {
        for (std::size_t k = 0; k < sources; ++k)
            v[k] = value(F, flush ? ftz(F, in[k]) : in[k]);
    };
    auto finish = [=](u64 r) { return flush ? ftz(F, r) : r; };
    x.expected = [=](const u64* in, u64* out) {
        real v[2];
        operands(in, v);
        out[0] = finish(bits_of_real(F, f(v)));
    };
    x.accepts = [=](const u64* in, int, u64 got, u64 want) {
        if (F.is_nan(want) || F.is_zero(want))
            return F.is_zero(want) && F.is_subnormal(got) && !flush && steps(F, got, want) <= 1;
        real v[2];
        operands(in, v);
        const bound e = b(v);
        const real exact = f(v), g = value(F, got);
        if (F.is_nan(got)) return false;
        if (steps(F, got, want) <= e.ulp) return true;
        if (F.is_infinite(want) || F.is_infinite(got)) return false;
        if (flush && F.is_zero(got) && std::fabs(exact) < 0x1.00001p-126L) return true;
        const real d = std::fabs(g - exact);
        // Where the result is subnormal, half its step comes on top.
        return d <= e.relative * std::fabs(exact) + e.absolute + (std::fabs(exact) < 0x1p-126L ? 0x1p-149L : 0);
    };
    x.random = 3000;
    // Operands of every size.
    u64 state = 7;
    for (int k = 0; k < 2000; ++k) {
        row r;
        for (std::size_t n = 0; n < sources; ++n)
            r.push_back(u32((state = state * 6364136223846793005u + 1442695040888963407u) >> 32));
        x.more.push_back(r);
    }
    forms.forms.push_back(x);
    return forms.forms.back();
}

bound_function fixed(bound b)
{
    return [b](const real*) { return b; };
}

void both(suite& forms, const std::string& op, std::function<real(const real*)> f, bound_function b)
{
    add(forms, op + ".approx.f32", 1, false, f, b);
    add(forms, op + ".approx.ftz.f32", 1, true, f, b);
}

} // namespace

OPCODE_FORMS(approximate_32)
{
    // "max ulp error 1" (rcp), "max relative error 2^-22.9" (rsqrt), "2^-23" (sqrt; the table of errors says 1 ulp).
    both(
        forms, "rcp", [](const real* v) { return 1 / v[0]; }, fixed({0, 0, 1}));
    both(
        forms, "rsqrt", [](const real* v) { return v[0] < 0 ? std::nan("") : 1 / std::sqrt(v[0]); },
        fixed({0x1.13p-23L, 0, 1}));
    both(
        forms, "sqrt", [](const real* v) { return v[0] < 0 ? real(std::nan("")) : std::sqrt(v[0]); },
        fixed({0x1p-23L, 0, 1}));
    // "max absolute error 2^-20.5 in [-2pi, 2pi], 2^-14.7 in [-100pi, 100pi]"; beyond that there is none: in [-1, 1].
    auto circular = [](const real* v) {
        const real a = std::fabs(v[0]), pi = 3.14159265358979323846L;
        return bound{0, a <= 2 * pi ? 0x1.6ap-21L : a <= 100 * pi ? 0x1.3bp-15L : 2.0L, 0};
    };
    both(
        forms, "sin", [](const real* v) { return std::isinf(v[0]) ? real(std::nan("")) : std::sin(v[0]); }, circular);
    both(
        forms, "cos", [](const real* v) { return std::isinf(v[0]) ? real(std::nan("")) : std::cos(v[0]); }, circular);
    // "max absolute error 2^-22 in (0.5, 2), max relative error 2^-22 outside".
    both(
        forms, "lg2", [](const real* v) { return v[0] < 0 ? real(std::nan("")) : std::log2(v[0]); },
        [](const real* v) {
            return v[0] > 0.5L && v[0] < 2 ? bound{0, 0x1p-22L, 0} : bound{0x1p-22L, 0, 0};
        });
    // "max ulp error 2 in full range"
    both(
        forms, "ex2", [](const real* v) { return std::exp2(v[0]); }, fixed({0, 0, 2}));
    // "max relative error 2^-11"
    add(
        forms, "tanh.approx.f32", 1, false, [](const real* v) { return std::tanh(v[0]); }, fixed({0x1p-11L, 0, 0}));
}

OPCODE_FORMS(approximate_division)
{
    // "div.full: max ulp error 2 across the full range"; "div.approx: max ulp error 2 for |b| in [2^-126, 2^126]; for
    // 2^126 < |b| < 2^128, if a is infinity the result is NaN, otherwise 0".
    for (bool flush : {false, true}) {
        const std::string ftz = flush ? ".ftz" : "";
        add(
            forms, "div.full" + ftz + ".f32", 2, flush, [](const real* v) { return v[0] / v[1]; }, fixed({0, 0, 2}));
        add(
            forms, "div.approx" + ftz + ".f32", 2, flush,
            [](const real* v) -> real {
                if (std::fabs(v[1]) > 0x1p126L && !std::isinf(v[1])) {
                    if (std::isinf(v[0]) || std::isnan(v[0])) return std::nan("");
                    return std::signbit(v[0]) != std::signbit(v[1]) ? -0.0L : 0.0L;
                }
                return v[0] / v[1];
            },
            [](const real* v) {
                return std::fabs(v[1]) < 0x1p-126L ? bound{0, 0, 1 << 24} : bound{0, 0, 2};
            });
    }
}

// Only the upper 32 bits of operand and result count, and of the mantissa 20 bits: a gross approximation, for which the
// text gives no figure; the lower 32 bits of the result are zero. rsqrt.approx.f64 has no figure either: 2^-50 here.
OPCODE_FORMS(approximate_64)
{
    auto coarse = [&](const std::string& name, std::function<real(real)> f) {
        form x;
        x.name = name;
        x.results = {kind::f64};
        x.sources = {kind::f64};
        // Some signalling NaNs look like infinities then: an H200 takes them for that.
        auto operand = [](u64 a) { return ftz(double_format, a) & 0xffffffff00000000u; };
        x.expected = [=](const u64* in, u64* out) {
            const u64 r = bits_of_real(double_format, f(value(double_format, operand(in[0]))));
            out[0] = ftz(double_format, r) & (double_format.is_nan(r) ? ~u64{0} : 0xffffffff00000000u);
        };
        x.accepts = [=](const u64* in, int, u64 got, u64 want) {
            if (u32(got)) return false;
            if (double_format.is_nan(want)) return double_format.is_nan(got);
            if (double_format.is_zero(want) || double_format.is_infinite(want) || double_format.is_nan(got) ||
                double_format.is_infinite(got))
                return false;
            const real exact = f(value(double_format, operand(in[0])));
            return std::fabs(value(double_format, got) - exact) <= 0x1p-18L * std::fabs(exact);
        };
        x.random = 2048;
        forms.forms.push_back(x);
    };
    coarse("rcp.approx.ftz.f64", [](real a) { return 1 / a; });
    coarse("rsqrt.approx.ftz.f64", [](real a) { return a < 0 ? real(std::nan("")) : 1 / std::sqrt(a); });
    form x;
    x.name = "rsqrt.approx.f64";
    x.results = {kind::f64};
    x.sources = {kind::f64};
    auto f = [](u64 a) {
        const real v = value(double_format, a);
        return v < 0 ? real(std::nan("")) : 1 / std::sqrt(v);
    };
    x.expected = [f](const u64* in, u64* out) { out[0] = bits_of_real(double_format, f(in[0])); };
    x.accepts = [f](const u64* in, int, u64 got, u64 want) {
        if (double_format.is_nan(want)) return double_format.is_nan(got);
        return !double_format.is_infinite(want) && !double_format.is_zero(want) &&
               std::fabs(value(double_format, got) - f(in[0])) <= 0x1p-50L * std::fabs(f(in[0]));
    };
    x.random = 2048;
    forms.forms.push_back(x);
}
