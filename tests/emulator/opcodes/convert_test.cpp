// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cvt: PTX ISA, "Data Movement and Conversion Instructions: cvt".
#include <boost/test/unit_test.hpp>

#include "reference.hpp"

#include <cmath>

using namespace opcode_test;

namespace {

struct integer_type {
    const char* name;
    kind k;
    int bits;
    bool is_signed;
};
const integer_type integers[] = {{"s8", kind::s8, 8, true},    {"u8", kind::u8, 8, false},
                                 {"s16", kind::s16, 16, true}, {"u16", kind::u16, 16, false},
                                 {"s32", kind::s32, 32, true}, {"u32", kind::u32, 32, false},
                                 {"s64", kind::s64, 64, true}, {"u64", kind::u64, 64, false}};
struct float_type {
    const char* name;
    kind k;
    format f;
};
const float_type f16_type{"f16", kind::f16, half_format}, bf16_type{"bf16", kind::bf16, bfloat_format},
    f32_type{"f32", kind::f32, single_format}, f64_type{"f64", kind::f64, double_format};
const std::pair<const char*, mode> modes[] = {
    {"rn", mode::nearest}, {"rz", mode::zero}, {"rm", mode::down}, {"rp", mode::up}};

// The number that the low bits of a register stand for.
s128 integer_value(const integer_type& t, u64 bits)
{
    u128 v = bits & (t.bits == 64 ? ~u64{0} : (u64{1} << t.bits) - 1);
    return t.is_signed && v >> (t.bits - 1) & 1 ? s128(v) - (s128{1} << t.bits) : s128(v);
}
s128 clamp(const integer_type& t, s128 v)
{
    const s128 low = t.is_signed ? -(s128{1} << (t.bits - 1)) : 0, high = (s128{1} << (t.bits - t.is_signed)) - 1;
    return v < low ? low : v > high ? high : v;
}
// In the register: "the result is sign- or zero-extended to the destination register's width".
u64 stored(const integer_type& t, s128 v) { return u64(integer_value(t, u64(u128(v)))); }

form& add(suite& forms, const std::string& name, operand d, operand s, std::function<u64(u64)> f)
{
    form x;
    x.name = name;
    x.results = {d};
    x.sources = {s};
    x.expected = [f](const u64* in, u64* out) { out[0] = f(in[0]); };
    x.random = 1024;
    forms.forms.push_back(x);
    return forms.forms.back();
}

// A NaN of 64 bits may have any payload; where nothing is computed, a NaN of any width.
void any_nan(form& x, format f)
{
    x.within([f](const u64*, int, u64 got, u64 want) { return f.is_nan(got) && f.is_nan(want); });
}

// Numbers with fractions around every power of two: ties, limits of the integer types.
void add_magnitudes(form& x, format f)
{
    u64 state = 0x9e3779b97f4a7c15;
    for (int k = 0; k < 600; ++k) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const int exponent = int(state >> 33) % 69 - 3;
        if (exponent + f.bias() >= (1 << f.exponent_bits) - 1) continue;
        u64 mantissa = state >> 5 & ((u64{1} << f.mantissa_bits) - 1);
        if (exponent < f.mantissa_bits && k % 2 && exponent >= 0)
            mantissa = mantissa >> (f.mantissa_bits - exponent - 1)
                                       << (f.mantissa_bits - exponent - 1); // a multiple of 1/2
        x.also({u64(exponent + f.bias()) << f.mantissa_bits | mantissa | (k % 3 ? 0 : f.sign())});
    }
}

bool is_small(const float_type& t) { return t.f.mantissa_bits < 23; }
int architecture_of(const float_type& t, const float_type& u = f32_type)
{
    auto one = [](const float_type& x) { return x.f.mantissa_bits == 7 ? 90 : 75; };
    return std::max(one(t), one(u));
}

} // namespace

OPCODE_FORMS(convert_integers)
{
    for (const integer_type& d : integers)
        for (const integer_type& s : integers) {
            const std::string types = std::string(".") + d.name + "." + s.name;
            auto plain = [=](u64 a) { return stored(d, integer_value(s, a)); };
            add(forms, "cvt" + types, d.k, s.k, plain);
            // "A source register wider than the type is truncated; the destination may be wider, too."
            for (int bits : {16, 32, 64})
                if (bits > std::max(8, s.bits))
                    add(forms, "cvt" + types + " from " + std::to_string(bits), d.k, operand(s.k, bits), plain);
            for (int bits : {32, 64})
                if (bits > d.bits)
                    add(forms, "cvt" + types + " to " + std::to_string(bits), operand(d.k, bits), operand(s.k, 64),
                        plain);
            // .sat where the source's range is not within the destination's.
            const s128 low = s.is_signed ? -(s128{1} << (s.bits - 1)) : 0,
                       high = (s128{1} << (s.bits - s.is_signed)) - 1;
            if (clamp(d, low) != low || clamp(d, high) != high) {
                auto clamped = [=](u64 a) { return stored(d, clamp(d, integer_value(s, a))); };
                add(forms, "cvt.sat" + types, d.k, s.k, clamped);
                if (s.bits < 64) add(forms, "cvt.sat" + types + " wide", operand(d.k, 64), operand(s.k, 64), clamped);
            }
        }
}

// "NaN becomes zero if the source is not .f64 and the destination is neither .s64 nor .u64; otherwise 1 << (bits - 1)."
// Values out of range are clamped with and without .sat.
OPCODE_FORMS(convert_float_to_integer)
{
    for (const float_type& s : {f16_type, bf16_type, f32_type, f64_type})
        for (const integer_type& d : integers)
            for (auto& [name, m] : modes)
                for (int flush = 0; flush <= int(s.f.mantissa_bits == 23); ++flush)
                    for (int sat = 0; sat <= int(s.f.mantissa_bits != 7); ++sat) {
                        auto f = [=, m = m](u64 a) {
                            if (s.f.is_nan(a))
                                return s.f.mantissa_bits == 52 || d.bits == 64 ? stored(d, s128{1} << (d.bits - 1)) : 0;
                            return stored(d, to_integer(s.f, flush ? ftz(s.f, a) : a, m, d.bits, d.is_signed));
                        };
                        const std::string full = std::string("cvt.") + name + "i" + (flush ? ".ftz" : "") +
                                                 (sat ? ".sat" : "") + "." + d.name + "." + s.name;
                        form& x = add(forms, full, d.k, s.k, f).needs(architecture_of(s));
                        add_magnitudes(x, s.f);
                        if (s.f.mantissa_bits == 7 && d.bits == 8) { // to a register of 8 bits only
                            x.as("{ .reg .b8 %x; " + full + " %x, %s0; cvt." + d.name + "." + d.name + " %d0, %x; }");
                            continue;
                        }
                        if (d.bits < 32 && !flush && !sat && s.f.mantissa_bits != 7)
                            add_magnitudes(
                                add(forms, full + " to 32", operand(d.k, 32), s.k, f).needs(architecture_of(s)), s.f);
                    }
}

OPCODE_FORMS(convert_integer_to_float)
{
    for (const float_type& d : {f16_type, bf16_type, f32_type, f64_type})
        for (const integer_type& s : integers)
            for (auto& [name, m] : modes)
                for (int sat = 0; sat <= int(d.f.mantissa_bits == 10 || d.f.mantissa_bits == 23); ++sat) {
                    auto f = [=, m = m](u64 a) {
                        const u64 r = from_integer(d.f, integer_value(s, a), m);
                        return sat ? saturate(d.f, r) : r;
                    };
                    const std::string full =
                        std::string("cvt.") + name + (sat ? ".sat" : "") + "." + d.name + "." + s.name;
                    form& x = add(forms, full, d.k, s.k, f).needs(architecture_of(d));
                    if (d.f.mantissa_bits == 7 && s.bits == 8) // from a register of 8 bits only
                        x.as("{ .reg .b8 %x; mov.b16 {%x, _}, %s0; " + full + " %d0, %x; }");
                    if (s.bits == 64) // ties and near ties, for a double on the way to show
                        for (int shift = 0; shift < 64; ++shift)
                            for (u64 pattern :
                                 {0x8000000000000400u, 0x8000008000000001u, 0x8000008000000000u, 0xc00000c000000001u,
                                  0x8010000000000001u, 0x8008000000000001u, 0xffffffffffffffffu, 0x8000000000000401u})
                                x.also({pattern >> shift});
                    if (s.bits < 32 && !sat && d.f.mantissa_bits != 7)
                        add(forms, full + " from 32", d.k, operand(s.k, 32), f).needs(architecture_of(d));
                    if (s.bits == 32 && !sat && d.f.mantissa_bits != 7)
                        add(forms, full + " from 64", d.k, operand(s.k, 64), f).needs(architecture_of(d));
                }
}

OPCODE_FORMS(convert_float_to_float)
{
    auto add_one = [&](const std::string& modifiers, const float_type& d, const float_type& s, int architecture,
                       std::function<u64(u64)> f) -> form& {
        form& x = add(forms, "cvt" + modifiers + "." + d.name + "." + s.name, d.k, s.k, f).needs(architecture);
        if (d.f.mantissa_bits == 52) any_nan(x, d.f);
        // Halfway between neighbours of the destination, and next to that; around the limits.
        u64 state = 12345;
        const int drop = std::max(0, s.f.mantissa_bits - d.f.mantissa_bits);
        for (int k = 0; k < 800 && drop; ++k) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            const int span = std::min(s.f.bias(), d.f.bias() + d.f.mantissa_bits + 2);
            const u64 e = u64(s.f.bias() + int(state >> 33) % (2 * span) - span);
            const u64 half = u64{1} << (drop - 1);
            const u64 mantissa = ((state & ((u64{1} << s.f.mantissa_bits) - 1)) >> drop << drop) + half + state % 3 - 1;
            x.also({(k % 2 ? s.f.sign() : 0) | (e << s.f.mantissa_bits) |
                    (mantissa & ((u64{1} << s.f.mantissa_bits) - 1))});
        }
        return x;
    };
    const struct {
        float_type d, s;
        bool ftz, sat;
    } narrowing[] = {{f32_type, f64_type, true, true},    {f16_type, f32_type, true, true},
                     {f16_type, f64_type, false, true},   {bf16_type, f32_type, false, false},
                     {bf16_type, f64_type, false, false}, {bf16_type, f16_type, false, false},
                     {f16_type, bf16_type, false, false}};
    for (auto& n : narrowing)
        for (auto& [name, m] : modes)
            for (int flush = 0; flush <= int(n.ftz); ++flush)
                for (int sat = 0; sat <= int(n.sat); ++sat) {
                    const float_type d = n.d, s = n.s;
                    const int architecture =
                        d.f.mantissa_bits == 7 && s.f.mantissa_bits == 23 ? 80 : architecture_of(d, s);
                    add_one(std::string(".") + name + (flush ? ".ftz" : "") + (sat ? ".sat" : ""), d, s, architecture,
                            [=, m = m](u64 a) {
                                // An H200 flushes a result of 32 bits, but not the source of cvt.ftz.f16.f32.
                                const u64 r = convert(d.f, s.f, a, m, flush && d.f.mantissa_bits == 23);
                                return sat ? saturate(d.f, r) : r;
                            });
                    // What rounding lifts to the smallest normal float, or not.
                    if (s.f.mantissa_bits == 52 && d.f.mantissa_bits == 23)
                        for (u64 bits : {0x380fffffffffffffu, 0x380ffffff8000000u, 0x380ffffff0000000u,
                                         0x380ffffff0000001u, 0x380fffffefffffffu, 0x380fffffe0000000u,
                                         0x380fffffdfffffffu, 0x380fffffd0000000u, 0x380fffffc0000000u})
                            forms.forms.back().also({bits}).also({bits | double_format.sign()});
                }
    // ".relu clamps negative results to 0, NaN to the canonical NaN."
    for (const float_type& d : {f16_type, bf16_type})
        for (auto& [name, m] : {modes[0], modes[1]}) {
            auto relu = [d, m = m](u64 a) {
                const u64 r = convert(d.f, single_format, a, m);
                return d.f.is_nan(r) ? d.f.nan() : d.f.is_negative(r) ? 0 : r;
            };
            add_one(std::string(".") + name + ".relu", d, f32_type, 80, relu);
            // Two at once: a goes to the upper half.
            for (bool clamps : {false, true}) {
                form x;
                x.name = std::string("cvt.") + name + (clamps ? ".relu" : "") + "." + d.name + "x2.f32";
                x.results = {d.f.mantissa_bits == 10 ? kind::f16x2 : kind::bf16x2};
                x.sources = {kind::f32, kind::f32};
                x.expected = [=, m = m](const u64* in, u64* out) {
                    auto one = [&](u64 a) { return clamps ? relu(a) : convert(d.f, single_format, a, m); };
                    out[0] = one(in[0]) << 16 | one(in[1]);
                };
                x.architecture = 80;
                forms.forms.push_back(x);
            }
        }
    const struct {
        float_type d, s;
        bool ftz, sat;
        int architecture;
    } widening[] = {{f64_type, f32_type, true, true, 75},
                    {f32_type, f16_type, true, true, 75},
                    {f64_type, f16_type, false, true, 75},
                    {f32_type, bf16_type, false, false, 80},
                    {f64_type, bf16_type, false, false, 90}};
    for (auto& n : widening)
        for (int flush = 0; flush <= int(n.ftz); ++flush)
            for (int sat = 0; sat <= int(n.sat); ++sat) {
                const float_type d = n.d, s = n.s;
                add_one(std::string(flush ? ".ftz" : "") + (sat ? ".sat" : ""), d, s, n.architecture, [=](u64 a) {
                    if (flush && s.f.mantissa_bits == 23) a = ftz(s.f, a);
                    u64 r = convert(d.f, s.f, a, mode::nearest);
                    if (s.f.mantissa_bits == 7 && d.f.mantissa_bits == 23) r = a << 16; // any NaN as it is
                    if (flush && d.f.mantissa_bits == 23) r = ftz(d.f, r);
                    return sat ? saturate(d.f, r) : r;
                });
            }
    // The same type: nothing but .ftz and .sat, or rounded to an integral value.
    for (const float_type& t : {f16_type, bf16_type, f32_type, f64_type})
        for (int flush = 0; flush <= int(t.f.mantissa_bits == 23); ++flush)
            for (int sat = 0; sat <= int(!is_small(t)); ++sat) {
                const std::string tail = std::string(flush ? ".ftz" : "") + (sat ? ".sat" : "");
                auto finish = [=](u64 r) { return sat ? saturate(t.f, r) : r; };
                if (!is_small(t))
                    any_nan(add_one(tail, t, t, 75, [=](u64 a) { return finish(flush ? ftz(t.f, a) : a); }), t.f);
                for (auto& [name, m] : modes) {
                    form& x =
                        add_one(std::string(".") + name + "i" + tail, t, t, architecture_of(t),
                                [=, m = m](u64 a) { return finish(to_integral(t.f, flush ? ftz(t.f, a) : a, m)); });
                    add_magnitudes(x, t.f);
                }
            }
    any_nan(add_one(".sat", f16_type, f16_type, 75, [](u64 a) { return saturate(half_format, a); }), half_format);
}

// .satfinite: infinities and what rounds to them become the largest number.
// PTX does not say it; an H200 does.
OPCODE_FORMS(convert_nan_to_double)
{
    const std::vector<row> nans = {{0x7fc00000}, {0x7f800001}, {0xffc00000}, {0x7fffffff},
                                   {0xffffffff}, {0x7fabcdef}, {0xff812345}};
    add(forms, "cvt.f64.f32 of NaN", kind::f64, kind::f32,
        [](u64 a) { return (a >> 31) << 63 | 0x7ff8000000000000u | (a & 0x3fffff) << 29; })
        .only(nans);
    add(forms, "cvt.ftz.f64.f32 of NaN", kind::f64, kind::f32, [](u64) { return u64{0x7fffffffe0000000}; }).only(nans);
}

OPCODE_FORMS(convert_to_finite)
{
    auto finite = [](format f, u64 r) { return f.is_infinite(r) ? r - 1 : r; };
    auto near_overflow = [](form& x) {
        for (u64 v : {0x477fe000u, 0x477fefffu, 0x477ff000u, 0x477ff001u, 0x47800000u, 0x7f7f0000u, 0x7f7f7fffu,
                      0x7f7f8000u, 0x7f7fffffu, 0x7f7fefffu, 0x7f7ff000u})
            for (u64 sign : {0u, 0x80000000u})
                x.also(x.sources.size() == 1 ? row{v | sign} : row{v | sign, 0x3f800000});
    };
    for (const float_type& d : {f16_type, bf16_type})
        for (auto& [name, m] : {modes[0], modes[1]})
            for (bool relu : {false, true}) {
                auto f = [=, m = m](u64 a) -> u64 {
                    const u64 r = finite(d.f, convert(d.f, single_format, a, m));
                    return relu && d.f.is_negative(r) && !d.f.is_nan(r) ? 0 : r;
                };
                const std::string head = std::string("cvt.") + name + (relu ? ".relu" : "") + ".satfinite." + d.name;
                near_overflow(add(forms, head + ".f32", d.k, kind::f32, f).needs(90));
                form& x = forms.add(head + "x2.f32", [=](f32 a, f32 b) { return u32(f(a.bits) << 16 | f(b.bits)); });
                near_overflow(x.needs(90));
            }
}

// tf32: ten bits of mantissa, in a register of 32; the rest is zero here.
OPCODE_FORMS(convert_to_tf32)
{
    const format tf32{8, 10};
    auto ties = [](form& x) {
        for (u64 k = 0; k < 256; ++k) // behind an even and an odd last place, and next to them
            x.also({(k % 2) << 31 | (0x3f800000 + (k << 21) + ((k / 2 % 2) << 13) + 0xfff + k / 4 % 3) % 0x7f800000});
        x.also({0x7f7fefff}).also({0x7f7ff000}).also({0xff7fffff});
    };
    for (auto& [name, m] : {modes[0], modes[1]})
        for (bool relu : {false, true}) {
            form& x = add(forms, std::string("cvt.") + name + (relu ? ".relu" : "") + ".tf32.f32", kind::f32, kind::f32,
                          [=, m = m](u64 a) -> u64 {
                              if (single_format.is_nan(a)) return single_format.nan();
                              if (relu && single_format.is_negative(a)) return 0;
                              return convert(tf32, single_format, a, m) << 13;
                          })
                          .needs(90);
            any_nan(x, single_format);
            ties(x);
        }
    // .rna: ptxas for sm_90 makes of it the addition of half a place, for finite numbers, and a mask; with .satfinite
    // it then takes a place from what is no finite number.
    auto away = [=](u64 a) -> u64 {
        return single_format.is_nan(a) ? a & ~u64{0x1fff} : convert(tf32, single_format, a, mode::away) << 13;
    };
    ties(add(forms, "cvt.rna.tf32.f32", kind::f32, kind::f32, away).needs(80));
    ties(add(forms, "cvt.rna.satfinite.tf32.f32", kind::f32, kind::f32, [=](u64 a) -> u64 {
             const u64 r = away(a);
             return single_format.magnitude(r) >= single_format.infinity() ? r - 0x2000 : r;
         }).needs(90));
}

// Pairs of eight-bit floats. e4m3 has no infinity, and one NaN: a format of its own from 2^9 on.
OPCODE_FORMS(convert_eight_bits)
{
    struct small {
        const char* name;
        format f;
        u64 largest;
        u64 nan() const { return 0x7f; }
        bool is_nan(u64 v) const { return f.mantissa_bits == 3 ? (v & 0x7f) == 0x7f : f.is_nan(v); }
    };
    for (const small& t : {small{"e4m3x2", {4, 3}, 0x7e}, small{"e5m2x2", {5, 2}, 0x7b}})
        for (bool relu : {false, true}) {
            auto narrow = [=](format from, u64 a) -> u64 {
                if (from.is_nan(a)) return t.nan();
                if (relu && from.is_negative(a)) return 0;
                // Rounded with one more bit of exponent, so that the largest numbers are no infinities.
                const format wide{t.f.exponent_bits + 1, t.f.mantissa_bits};
                const u64 sign = from.is_negative(a) ? 0x80 : 0;
                const u64 shift = u64(wide.bias() - t.f.bias()) << t.f.mantissa_bits;
                const u64 magnitude = wide.magnitude(convert(wide, from, a, mode::nearest));
                if (magnitude > t.largest + shift) return sign | t.largest;
                if (magnitude >= shift + (u64{1} << t.f.mantissa_bits)) return sign | (magnitude - shift);
                // Subnormal: a whole number of the smallest.
                return sign | u64(std::nearbyint(std::ldexp(double(value(from, from.magnitude(a))),
                                                            t.f.bias() - 1 + t.f.mantissa_bits)));
            };
            auto widen = [=](u64 b) -> u64 {
                if (t.is_nan(b)) return half_format.nan();
                const u64 sign = b & 0x80 ? 0x8000 : 0;
                if (relu && sign) return 0;
                if (t.f.mantissa_bits == 2) return b << 8;
                exact x = unpack(t.f, b);
                return round(half_format, x, mode::nearest);
            };
            const std::string r = relu ? ".relu" : "", type = t.name;
            form& x = forms.add("cvt.rn.satfinite" + r + "." + type + ".f32", [=](f32 a, f32 b) {
                return u16(narrow(single_format, a.bits) << 8 | narrow(single_format, b.bits));
            });
            x.needs(90).random = 4000;
            // Every number of the format, halfway to the next, and next to that.
            for (u64 b = 0; b < 256; ++b)
                for (int k = 0; k < 4; ++k) {
                    const u64 v = convert(single_format, {t.f.exponent_bits + 1, t.f.mantissa_bits}, b, mode::nearest);
                    const u64 half = u64{1} << (22 - t.f.mantissa_bits);
                    x.also({v + (k ? half + k - 2 : 0), (v + half) ^ u64(k) << 31});
                }
            forms
                .add("cvt.rn.satfinite" + r + "." + type + ".f16x2",
                     [=](f16x2 a) {
                         return u16(narrow(half_format, a.bits >> 16) << 8 | narrow(half_format, a.bits & 0xffff));
                     })
                .needs(90)
                .random = 4000;
            form& y = forms.add("cvt.rn" + r + ".f16x2." + type,
                                [=](u16 a) { return u32(widen(a >> 8) << 16 | widen(a & 0xff)); });
            y.needs(90);
            for (u64 b = 0; b < 256; ++b)
                y.also({b << 8 | (b * 77 & 0xff)});
        }
}

// cvt.pack: two 32-bit integers, saturated; they fill the register, or c fills it above them. A wider register is
// zero-extended.
OPCODE_FORMS(convert_pack)
{
    for (bool is_signed : {true, false})
        for (int bits : {16, 8, 4, 2}) {
            auto clamped = [=](s32 v) {
                const s64 low = is_signed ? -(s64{1} << (bits - 1)) : 0, high = (s64{1} << (bits - is_signed)) - 1;
                return u32((v < low ? low : v > high ? high : v) & ((s64{1} << bits) - 1));
            };
            const std::string name =
                std::string("cvt.pack.sat.") + (is_signed ? "s" : "u") + std::to_string(bits) + ".s32";
            auto both = [=](s32 a, s32 b) { return clamped(a) << bits | clamped(b); };
            if (bits == 16) {
                forms.add(name, both);
                forms.add(name + " to 64", both).result(0, 64);
            } else {
                forms.add(name + ".b32", [=](s32 a, s32 b, u32 c) { return both(a, b) | c << 2 * bits; });
            }
        }
}
