// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// setp, set, selp, slct: every comparison of every type, alone and combined with a predicate.
#include <boost/test/unit_test.hpp>

#include "reference.hpp"

using namespace opcode_test;

namespace {

struct compared_type {
    std::string name;
    kind k;
    char sort; // 'b', 'u', 's' or 'f'
    format f{};
    int architecture = 75;
};
const compared_type types[] = {{"b16", kind::u16, 'b'},
                               {"b32", kind::u32, 'b'},
                               {"b64", kind::u64, 'b'},
                               {"u16", kind::u16, 'u'},
                               {"u32", kind::u32, 'u'},
                               {"u64", kind::u64, 'u'},
                               {"s16", kind::s16, 's'},
                               {"s32", kind::s32, 's'},
                               {"s64", kind::s64, 's'},
                               {"f16", kind::f16, 'f', half_format},
                               {"bf16", kind::bf16, 'f', bfloat_format, 90},
                               {"f32", kind::f32, 'f', single_format},
                               {"f64", kind::f64, 'f', double_format}};

std::vector<std::string> operators_of(char sort)
{
    std::vector<std::string> v = {"eq", "ne"};
    if (sort != 'b') v.insert(v.end(), {"lt", "le", "gt", "ge"});
    if (sort == 'u') v.insert(v.end(), {"lo", "ls", "hi", "hs"});
    if (sort == 'f') v.insert(v.end(), {"equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"});
    return v;
}

// By the order of a and b: -1, 0, 1, or 2 when either is a NaN.
bool holds(const std::string& op, int order)
{
    const std::string base = op == "lo" ? "lt" : op == "ls" ? "le" : op == "hi" ? "gt" : op == "hs" ? "ge" : op;
    if (base == "num") return order != 2;
    if (base == "nan") return order == 2;
    const bool unordered = base.size() == 3; // "If either operand is NaN, the result is True."
    if (order == 2) return unordered;
    const std::string o = base.substr(0, 2);
    return o == "eq"   ? order == 0
           : o == "ne" ? order != 0
           : o == "lt" ? order < 0
           : o == "le" ? order <= 0
           : o == "gt" ? order > 0
                       : order >= 0;
}

int order_of(const compared_type& t, u64 a, u64 b, bool flush)
{
    if (t.sort == 'f') {
        if (t.f.is_nan(a) || t.f.is_nan(b)) return 2;
        return flush ? compare(t.f, ftz(t.f, a), ftz(t.f, b)) : compare(t.f, a, b);
    }
    const int bits = bits_of(t.k);
    if (t.sort == 's') a ^= u64{1} << (bits - 1), b ^= u64{1} << (bits - 1);
    return a < b ? -1 : a > b;
}

bool combined(const std::string& boolean, bool t, bool c)
{
    return boolean == ".and" ? t && c : boolean == ".or" ? t || c : boolean == ".xor" ? t != c : t;
}

std::vector<u64> edges_of(const compared_type& t)
{
    if (t.sort != 'f') {
        const int n = bits_of(t.k);
        const u64 top = u64{1} << (n - 1);
        return {0, 1, 2, top - 1, top, top + 1, top | (top - 1), (top - 1) ^ top ^ 1};
    }
    const format f = t.f;
    std::vector<u64> v = {0,
                          1,
                          f.one() / 2,
                          (u64{1} << f.mantissa_bits) - 1,
                          u64{1} << f.mantissa_bits,
                          f.one(),
                          f.one() + 1,
                          f.largest(),
                          f.infinity(),
                          f.infinity() + 1,
                          f.nan() & ~f.sign()};
    for (std::size_t k = 0, n = v.size(); k < n; ++k)
        v.push_back(v[k] | f.sign());
    return v;
}

form make(const std::string& name, const compared_type& t, bool has_predicate, kind source, std::vector<u64> edges)
{
    form x;
    x.name = name;
    x.sources = {source, source};
    x.choices = {edges, edges};
    if (has_predicate) {
        x.sources.push_back(kind::pred);
        x.choices.push_back({0, 1});
    }
    x.random = 64;
    x.architecture = t.architecture;
    return x;
}

u64 truth_of(const std::string& d)
{
    if (d == "u32" || d == "s32") return 0xffffffff;
    if (d == "u16" || d == "s16") return 0xffff;
    return d == "f32" ? 0x3f800000 : d == "f16" ? 0x3c00 : 0x3f80;
}
kind kind_of_result(const std::string& d) { return d.size() == 3 && d[1] == '3' ? kind::u32 : kind::u16; }

const char* const booleans[] = {"", ".and", ".or", ".xor"};

void add_type(suite& forms, const compared_type& t, bool with_set)
{
    const bool small = t.k == kind::f16 || t.k == kind::bf16;
    std::vector<std::string> results = {"u32", "s32"};
    if (!small) results.push_back("f32");
    if (small) results.insert(results.end(), {"u16", "s16", t.name});
    for (const std::string& op : operators_of(t.sort))
        for (int flush = 0; flush <= int(t.k == kind::f16 || t.k == kind::f32); ++flush)
            for (const std::string boolean : booleans) {
                const std::string head = "." + op + boolean + (flush ? ".ftz" : "");
                const bool has_c = !boolean.empty();
                if (!with_set) {
                    form x = make("setp" + head + "." + t.name, t, has_c, t.k, edges_of(t));
                    x.results = {kind::pred};
                    if (!small) x.results.push_back(kind::pred); // d|q: q is the negated comparison
                    x.expected = [=](const u64* in, u64* out) {
                        const bool r = holds(op, order_of(t, in[0], in[1], flush));
                        out[0] = combined(boolean, r, has_c && (in[2] & 1));
                        if (!small) out[1] = combined(boolean, !r, has_c && (in[2] & 1));
                    };
                    forms.forms.push_back(x);
                    // One result, or a negated source predicate.
                    if (op == "lt" || op == "neu" || op == "ne") {
                        x.name += " one result";
                        x.results = {kind::pred};
                        x.text = "setp" + head + "." + t.name + " %d0, %s0, %s1" + (has_c ? ", !%s2;" : ";");
                        x.expected = [=](const u64* in, u64* out) {
                            out[0] =
                                combined(boolean, holds(op, order_of(t, in[0], in[1], flush)), has_c && !(in[2] & 1));
                        };
                        forms.forms.push_back(x);
                    }
                    continue;
                }
                for (const std::string& d : results) {
                    form x = make("set" + head + "." + d + "." + t.name, t, has_c, t.k, edges_of(t));
                    x.results = {kind_of_result(d)};
                    x.expected = [=](const u64* in, u64* out) {
                        out[0] = combined(boolean, holds(op, order_of(t, in[0], in[1], flush)), has_c && (in[2] & 1))
                                     ? truth_of(d)
                                     : 0;
                    };
                    forms.forms.push_back(x);
                }
                if (t.k == kind::f16 && !flush) { // the one with a result of the other 16-bit type
                    form x = make("set" + head + ".bf16.f16", t, has_c, t.k, edges_of(t));
                    x.architecture = 90;
                    x.results = {kind::bf16};
                    x.expected = [=](const u64* in, u64* out) {
                        out[0] = combined(boolean, holds(op, order_of(t, in[0], in[1], false)), has_c && (in[2] & 1))
                                     ? 0x3f80
                                     : 0;
                    };
                    forms.forms.push_back(x);
                }
            }
}

// p from the low halves, q from the high ones; set writes each half.
void add_pairs(suite& forms, const compared_type& t)
{
    const bool half = t.k == kind::f16;
    const kind two = half ? kind::f16x2 : kind::bf16x2;
    const std::string type = "." + t.name + "x2";
    std::vector<u64> edges;
    const auto one = edges_of(t);
    for (std::size_t k = 0; k < one.size(); ++k)
        edges.push_back(one[k] << 16 | one[(5 * k + 2) % one.size()]);
    for (const std::string& op : operators_of('f'))
        for (int flush = 0; flush <= int(half); ++flush)
            for (const std::string boolean : booleans) {
                const bool has_c = !boolean.empty();
                auto result = [=](const u64* in, int shift) {
                    const u64 a = in[0] >> shift & 0xffff, b = in[1] >> shift & 0xffff;
                    return combined(boolean, holds(op, order_of(t, a, b, flush)), has_c && (in[2] & 1));
                };
                const std::string head = "." + op + boolean + (flush ? ".ftz" : "");
                form x = make("setp" + head + type, t, has_c, two, edges);
                x.results = {kind::pred, kind::pred};
                x.expected = [=](const u64* in, u64* out) { out[0] = result(in, 0), out[1] = result(in, 16); };
                forms.forms.push_back(x);
                for (const std::string& d : {std::string("u32"), std::string("s32"), t.name + "x2"}) {
                    const u64 truth = d[0] == 'u' || d[0] == 's' ? 0xffff : truth_of(t.name);
                    form y = make("set" + head + "." + d + type, t, has_c, two, edges);
                    y.results = {kind::u32};
                    y.expected = [=](const u64* in, u64* out) {
                        out[0] = (result(in, 0) ? truth : 0) | (result(in, 16) ? truth << 16 : 0);
                    };
                    forms.forms.push_back(y);
                }
            }
}

} // namespace

OPCODE_FORMS(compare_setp)
{
    for (const compared_type& t : types)
        add_type(forms, t, false);
}

OPCODE_FORMS(compare_set)
{
    for (const compared_type& t : types)
        add_type(forms, t, true);
}

OPCODE_FORMS(compare_pairs)
{
    add_pairs(forms, types[9]);
    add_pairs(forms, types[10]);
}

OPCODE_FORMS(selection)
{
    auto select16 = [](u16 a, u16 b, bool c) { return c ? a : b; };
    auto select32 = [](u32 a, u32 b, bool c) { return c ? a : b; };
    auto select64 = [](u64 a, u64 b, bool c) { return c ? a : b; };
    for (const char* t : {"b16", "u16", "s16"})
        forms.add(std::string("selp.") + t, select16);
    for (const char* t : {"b32", "u32", "s32", "f32"}) // a NaN moves as it is
        forms.add(std::string("selp.") + t, select32);
    for (const char* t : {"b64", "u64", "s64", "f64"})
        forms.add(std::string("selp.") + t, select64);
    forms.add("selp.b32 negated", [](u32 a, u32 b, bool c) { return c ? b : a; })
        .as("{ .reg .pred %n; not.pred %n, %s2; selp.b32 %d0, %s0, %s1, %n; }");

    // slct: c >= 0 chooses a; "negative zero equals zero", "if c is NaN, the second operand"; .ftz: subnormals are +0.
    auto chosen = [](u64 c, bool flush) {
        if (single_format.is_nan(c)) return false;
        if (flush) c = ftz(single_format, c);
        return !single_format.is_negative(c) || single_format.is_zero(c);
    };
    for (const char* t : {"b32", "u32", "s32", "f32"}) {
        const std::string name = std::string("slct.") + t;
        forms.add(name + ".s32", [](u32 a, u32 b, s32 c) { return c >= 0 ? a : b; });
        forms.add(name + ".f32", [=](u32 a, u32 b, f32 c) { return chosen(c.bits, false) ? a : b; });
        forms.add(std::string("slct.ftz.") + t + ".f32",
                  [=](u32 a, u32 b, f32 c) { return chosen(c.bits, true) ? a : b; });
    }
    for (const char* t : {"b64", "u64", "s64", "f64"}) {
        const std::string name = std::string("slct.") + t;
        forms.add(name + ".s32", [](u64 a, u64 b, s32 c) { return c >= 0 ? a : b; });
        forms.add(name + ".f32", [=](u64 a, u64 b, f32 c) { return chosen(c.bits, false) ? a : b; });
        forms.add(std::string("slct.ftz.") + t + ".f32",
                  [=](u64 a, u64 b, f32 c) { return chosen(c.bits, true) ? a : b; });
    }
    for (const char* t : {"b16", "u16", "s16"}) {
        const std::string name = std::string("slct.") + t;
        forms.add(name + ".s32", [](u16 a, u16 b, s32 c) { return c >= 0 ? a : b; });
        forms.add(name + ".f32", [=](u16 a, u16 b, f32 c) { return chosen(c.bits, false) ? a : b; });
        forms.add(std::string("slct.ftz.") + t + ".f32",
                  [=](u16 a, u16 b, f32 c) { return chosen(c.bits, true) ? a : b; });
    }
}
