// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic of 16 bits and of pairs of them: PTX ISA, "Half Precision Floating Point Instructions".
#include <boost/test/unit_test.hpp>

#include "reference.hpp"

using namespace opcode_test;

namespace {

struct small_type {
    std::string name;
    format f;
    kind one, two;
};
const small_type small_types[] = {{"f16", half_format, kind::f16, kind::f16x2},
                                  {"bf16", bfloat_format, kind::bf16, kind::bf16x2}};

using function = std::function<u64(format, const u64*)>;

// The scalar form and the packed one, which does the same to both halves.
void add_both(suite& forms, const std::string& name, const small_type& t, std::size_t sources, int architecture,
              function f, std::function<bool(const u64*, u64, u64)> accepts = nullptr, bool scalar = true)
{
    for (bool pair : {false, true}) {
        if (!pair && !scalar) continue;
        form x;
        x.name = name + "." + t.name + (pair ? "x2" : "");
        x.results.assign(1, pair ? t.two : t.one);
        x.sources.assign(sources, pair ? t.two : t.one);
        const format F = t.f;
        auto low = [sources](const u64* in, int shift, u64* out) {
            for (std::size_t k = 0; k < sources; ++k)
                out[k] = in[k] >> shift & 0xffff;
        };
        x.expected = [=](const u64* in, u64* out) {
            u64 a[3];
            out[0] = 0;
            for (int shift = 0; shift <= (pair ? 16 : 0); shift += 16) {
                low(in, shift, a);
                out[0] |= f(F, a) << shift;
            }
        };
        if (accepts)
            x.accepts = [=](const u64* in, int, u64 got, u64 want) {
                u64 a[3];
                for (int shift = 0; shift <= (pair ? 16 : 0); shift += 16) {
                    low(in, shift, a);
                    const u64 g = got >> shift & 0xffff, w = want >> shift & 0xffff;
                    if (g != w && !accepts(a, g, w)) return false;
                }
                return true;
            };
        x.architecture = architecture;
        x.random = 2048;
        forms.forms.push_back(x);
    }
}

u64 finish(format f, u64 r, bool sat, bool relu)
{
    if (sat) r = saturate(f, r);
    // ".relu clamps the result to 0 if negative. NaN result is converted to canonical NaN."
    if (relu && f.is_negative(r) && !f.is_nan(r)) r = 0;
    return r;
}

template <class Op>
void add_binary(suite& forms, const std::string& op, Op compute)
{
    for (const small_type& t : small_types) {
        const bool half = t.f.mantissa_bits == 10;
        for (const char* rn : {"", ".rn"})
            for (int flush = 0; flush <= int(half); ++flush)
                for (int sat = 0; sat <= int(half); ++sat)
                    add_both(forms, op + rn + (flush ? ".ftz" : "") + (sat ? ".sat" : ""), t, 2, half ? 75 : 90,
                             [=](format f, const u64* a) {
                                 return finish(f, compute(f, a[0], a[1], mode::nearest, flush), sat, false);
                             });
    }
}

} // namespace

OPCODE_FORMS(half_arithmetic)
{
    add_binary(forms, "add", add);
    add_binary(forms, "sub", subtract);
    add_binary(forms, "mul", multiply);
}

OPCODE_FORMS(half_fma)
{
    for (const small_type& t : small_types) {
        const bool half = t.f.mantissa_bits == 10;
        struct {
            const char* name;
            bool flush, sat, relu;
        } const forms_of[] = {{"fma.rn", false, false, false},       {"fma.rn.relu", false, false, true},
                              {"fma.rn.ftz", true, false, false},    {"fma.rn.sat", false, true, false},
                              {"fma.rn.ftz.sat", true, true, false}, {"fma.rn.ftz.relu", true, false, true}};
        for (auto& v : forms_of)
            if (half || (!v.flush && !v.sat))
                add_both(forms, v.name, t, 3, v.relu || !half ? 80 : 75, [v](format f, const u64* a) {
                    return finish(f, fused(f, a[0], a[1], a[2], mode::nearest, v.flush), v.sat, v.relu);
                });
    }
}

OPCODE_FORMS(half_signs)
{
    for (const small_type& t : small_types) {
        const bool half = t.f.mantissa_bits == 10;
        const format F = t.f;
        // "NaN inputs yield an unspecified NaN."
        auto nan = [F](const u64* in, u64 got, u64) { return F.is_nan(in[0]) && F.is_nan(got); };
        for (int flush = 0; flush <= int(half); ++flush) {
            add_both(
                forms, flush ? "neg.ftz" : "neg", t, 1, half ? 75 : 80,
                [=](format f, const u64* a) { return (flush ? ftz(f, a[0]) : a[0]) ^ f.sign(); }, nan);
            add_both(
                forms, flush ? "abs.ftz" : "abs", t, 1, half ? 75 : 80,
                [=](format f, const u64* a) { return f.magnitude(flush ? ftz(f, a[0]) : a[0]); }, nan);
        }
    }
}

OPCODE_FORMS(half_extremes)
{
    for (const small_type& t : small_types)
        for (bool greatest : {false, true})
            for (int flush = 0; flush <= int(t.f.mantissa_bits == 10); ++flush)
                for (bool nan : {false, true})
                    for (bool xorsign : {false, true}) // the extreme magnitude, with the sign of a product
                        add_both(forms,
                                 std::string(greatest ? "max" : "min") + (flush ? ".ftz" : "") + (nan ? ".NaN" : "") +
                                     (xorsign ? ".xorsign.abs" : ""),
                                 t, 2, xorsign ? 90 : 80, [=](format f, const u64* in) {
                                     u64 a = flush ? ftz(f, in[0]) : in[0], b = flush ? ftz(f, in[1]) : in[1];
                                     const u64 sign = xorsign ? (a ^ b) & f.sign() : 0;
                                     if (xorsign) a = f.magnitude(a), b = f.magnitude(b);
                                     if (f.is_nan(a) || f.is_nan(b))
                                         return nan || (f.is_nan(a) && f.is_nan(b)) ? f.nan()
                                                                                    : (f.is_nan(a) ? b : a) | sign;
                                     // "If both inputs are zeros, +0.0 > -0.0."
                                     auto key = [&](u64 v) {
                                         return f.is_negative(v) ? -s64(f.magnitude(v)) - 1 : s64(f.magnitude(v));
                                     };
                                     return ((key(a) < key(b)) == greatest ? b : a) | sign;
                                 });
}

OPCODE_FORMS(half_approximate)
{
    // ex2.approx: f16 "maximum absolute error of 2^-9.9" (scaled: for results in [1, 2)), bf16 "2^-7"; tanh.approx: f16
    // "maximum absolute error of 2^-10.987", bf16 "2^-8". Relative to the result, and never less than a step of it.
    auto bounded = [](format f, double error) {
        return [=](const u64* in, u64 got, u64 want) {
            if (f.is_nan(in[0])) return f.is_nan(got);
            if (f.is_nan(got)) return false;
            const long double g = value(f, got), w = value(f, want);
            if (g == w) return true;
            const long double d = g > w ? g - w : w - g;
            // `want` is itself rounded by half a step.
            return d <= (long double)error * (w < 0 ? -w : w) || steps(f, got, want) <= 1;
        };
    };
    auto exponential = [](format f, u64 a) -> u64 {
        if (f.is_nan(a)) return f.nan();
        if (f.is_infinite(a)) return f.is_negative(a) ? 0 : f.infinity();
        const long double r = __builtin_exp2l(value(f, a));
        // Through the host's double, exactly enough for 16 bits.
        double d = double(r);
        u64 bits;
        std::memcpy(&bits, &d, 8);
        return convert(f, double_format, bits, mode::nearest);
    };
    auto hyperbolic = [](format f, u64 a) -> u64 {
        if (f.is_nan(a)) return f.nan();
        double d = double(__builtin_tanhl(value(f, a)));
        u64 bits;
        std::memcpy(&bits, &d, 8);
        return convert(f, double_format, bits, mode::nearest);
    };
    const small_type& h = small_types[0];
    const small_type& b = small_types[1];
    add_both(
        forms, "ex2.approx", h, 1, 75, [=](format f, const u64* a) { return exponential(f, a[0]); },
        bounded(h.f, 0x1p-9));
    add_both(
        forms, "ex2.approx.ftz", b, 1, 90, [=](format f, const u64* a) { return ftz(f, exponential(f, ftz(f, a[0]))); },
        bounded(b.f, 0x1p-7));
    add_both(
        forms, "tanh.approx", h, 1, 75, [=](format f, const u64* a) { return hyperbolic(f, a[0]); },
        bounded(h.f, 0x1p-9));
    add_both(
        forms, "tanh.approx", b, 1, 90, [=](format f, const u64* a) { return hyperbolic(f, a[0]); },
        bounded(b.f, 0x1p-7));
}
