// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/operations.h"

#include "execute/forms.h"

#include <map>
#include <utility>

namespace cuda_emulator::translation {

namespace {

// A handler with its detail is what an instruction does: forms of several names may share it.
using key = std::pair<handler, std::uint8_t>;

class table {
public:
    table()
    {
        integers("u32", "i32", 32);
        integers("u64", "i64", 64);
        integers("u16", "i16", 16);
        wide();
        words();
        conversions();
        floats("f32", "u32");
        floats("f64", "u64");
        flushed();
        approximations();
        comparisons();
        predicates();
    }
    const operation* find(const instruction& i) const
    {
        const auto found = rows_.find({i.run, i.detail});
        return found == rows_.end() ? nullptr : &found->second;
    }

private:
    void add(const std::string& name, std::string result, std::vector<std::string> types, std::string expression,
             rule how = rule::plain, bool one_nan = false, bool is_scalar = false)
    {
        if (const form* f = forms().find(name))
            rows_.insert({key{f->run, f->detail},
                          {std::move(result), std::move(types), std::move(expression), how, one_nan, is_scalar}});
    }
    void add_scalar(const std::string& name, std::string result, std::vector<std::string> types, std::string expression,
                    bool one_nan = false)
    {
        add(name, std::move(result), std::move(types), std::move(expression), rule::plain, one_nan, true);
    }

    void integers(const std::string& u, const std::string& s, int bits)
    {
        const std::string n = std::to_string(bits);
        const std::string most = std::to_string(bits - 1);
        const bool is_short = bits == 16; // it would be computed as int, which must not wrap
        for (const char sign : {'u', 's'}) {
            const std::string type = sign + n;
            const std::string& t = sign == 'u' ? u : s;
            add("add." + type, u, {u, u}, "a + b", rule::add);
            add("sub." + type, u, {u, u}, "a - b", rule::subtract);
            if (is_short) {
                add("mul.lo." + type, u, {u, u}, "u32(a) * b");
                add("mad.lo." + type, u, {u, u, u}, "u32(a) * b + c");
            } else {
                add("mul.lo." + type, u, {u, u}, "a * b", rule::multiply);
                add("mad.lo." + type, u, {u, u, u}, "a * b + c", rule::multiply_add);
            }
            add("min." + type, t, {t, t}, "b < a ? b : a");
            add("max." + type, t, {t, t}, "a < b ? b : a");
            add("div." + type, t, {t, t}, "quotient(a, b)", rule::plain, false, bits != 32);
            add("rem." + type, t, {t, t}, "remainder_of(a, b)", rule::plain, false, bits != 32);
            add("sad." + type, u, {t, t, u}, "c + (a < b ? " + u + "(b) - " + u + "(a) : " + u + "(a) - " + u + "(b))");
            add("shr." + type, t, {t, "u32"},
                sign == 'u' ? "b > " + most + " ? 0 : a >> b" : "a >> (b > " + most + " ? " + most + " : b)");
        }
        add("neg.s" + n, u, {u}, "0 - a", rule::negate);
        add("abs.s" + n, u, {s}, "a < 0 ? " + u + "(0) - " + u + "(a) : " + u + "(a)");
        add("shl.b" + n, u, {u, "u32"}, "b > " + most + " ? 0 : a << b", rule::shift_left);
        add("and.b" + n, u, {u, u}, "a & b");
        add("or.b" + n, u, {u, u}, "a | b");
        add("xor.b" + n, u, {u, u}, "a ^ b");
        add("not.b" + n, u, {u}, "~a");
        add("mov.b" + n, u, {u}, "a", rule::move);
        add("selp.b" + n, u, {u, u, "mask"}, "c ? a : b");
        add("cnot.b" + n, u, {u}, "a == 0");
    }
    void wide()
    {
        add("mul.wide.u32", "u64", {"u32", "u32"}, "u64(a) * b", rule::widen_multiply);
        add("mul.wide.s32", "i64", {"i32", "i32"}, "i64(a) * b", rule::widen_multiply);
        add("mad.wide.u32", "u64", {"u32", "u32", "u64"}, "u64(a) * b + c", rule::widen_multiply_add);
        add("mad.wide.s32", "i64", {"i32", "i32", "u64"}, "i64(u64(i64(a) * b) + c)", rule::widen_multiply_add);
        add("mul.wide.u16", "u32", {"u16", "u16"}, "u32(a) * b");
        add("mul.wide.s16", "i32", {"i16", "i16"}, "i32(a) * b");
        add("mul.hi.u32", "u32", {"u32", "u32"}, "u32(u64(a) * b >> 32)");
        add("mul.hi.s32", "i32", {"i32", "i32"}, "i32(i64(a) * b >> 32)");
        add_scalar("mul.hi.u64", "u64", {"u64", "u64"}, "u64((unsigned __int128)(a) * b >> 64)");
        add_scalar("mul.hi.s64", "i64", {"i64", "i64"}, "i64((__int128)(a) * b >> 64)");
        add("mad.hi.u32", "u32", {"u32", "u32", "u32"}, "u32(u64(a) * b >> 32) + c");
        add("mad.hi.s32", "u32", {"i32", "i32", "u32"}, "u32(i64(a) * b >> 32) + c");
    }
    // Of 32 bits alone, but for what counts bits.
    void words()
    {
        for (const char sign : {'u', 's'}) {
            const std::string type = std::string(1, sign) + "32", t = sign == 'u' ? "u32" : "i32";
            add("mul24.lo." + type, "u32", {t, t}, "u32(low_24(a)) * u32(low_24(b))");
            add("mad24.lo." + type, "u32", {t, t, "u32"}, "u32(low_24(a)) * u32(low_24(b)) + c");
            add("bfe." + type, t, {t, "u32", "u32"}, "field(a, b, c)");
        }
        add("bfi.b32", "u32", {"u32", "u32", "u32", "u32"}, "insert(a, b, c, d)");
        add("brev.b32", "u32", {"u32"}, "reversed(a)");
        add("prmt.b32", "u32", {"u32", "u32", "u32"}, "permuted(a, b, c)");
        add("lop3.b32", "u32", {"u32", "u32", "u32", "u32"}, "by_table(a, b, c, d)");
        add_scalar("popc.b32", "u32", {"u32"}, "u32(__builtin_popcount(a))");
        add_scalar("popc.b64", "u32", {"u64"}, "u32(__builtin_popcountll(a))");
        add_scalar("clz.b32", "u32", {"u32"}, "a ? u32(__builtin_clz(a)) : 32u");
        add_scalar("clz.b64", "u32", {"u64"}, "a ? u32(__builtin_clzll(a)) : 64u");
        const std::string both = "u64(b) << 32 | a", at_most = "(c < 32 ? c : 32)";
        add("shf.l.wrap.b32", "u32", {"u32", "u32", "u32"}, "u32(((" + both + ") << (c & 31)) >> 32)");
        add("shf.r.wrap.b32", "u32", {"u32", "u32", "u32"}, "u32((" + both + ") >> (c & 31))");
        add("shf.l.clamp.b32", "u32", {"u32", "u32", "u32"}, "u32(((" + both + ") << " + at_most + ") >> 32)");
        add("shf.r.clamp.b32", "u32", {"u32", "u32", "u32"}, "u32((" + both + ") >> " + at_most + ")");
    }
    // A type of PTX as one of C++, and as that of its register.
    static std::string of_cpp(const std::string& type) { return (type[0] == 's' ? "i" : "u") + type.substr(1); }
    static std::string of_register(const std::string& type)
    {
        return type.substr(1) == "8" ? of_cpp(type)[0] + std::string("16") : of_cpp(type);
    }
    static bool is_long(const std::string& type) { return type.substr(1) == "64"; }
    void conversions()
    {
        add("cvt.u64.u32", "u64", {"u32"}, "a", rule::widen);
        add("cvt.s64.s32", "i64", {"i32"}, "a", rule::widen);
        add("=widen.u.64.32", "u64", {"u32"}, "a", rule::widen);
        add("=widen.s.64.32", "i64", {"i32"}, "a", rule::widen);
        add("cvt.u32.u64", "u32", {"u64"}, "u32(a)", rule::narrow);
        add("=narrow.32.64", "u32", {"u64"}, "u32(a)", rule::narrow);
        add("=narrow.16.32", "u16", {"u32"}, "u16(a)");
        add("=narrow.16.64", "u16", {"u64"}, "u16(a)");
        add("=widen.u.32.16", "u32", {"u16"}, "a");
        add("=widen.s.32.16", "i32", {"i16"}, "a");
        add("=widen.u.64.16", "u64", {"u16"}, "a");
        add("=widen.s.64.16", "i64", {"i16"}, "a");
        add("=pack.32.64", "u64", {"u32", "u32"}, "u64(b) << 32 | a");
        add("cvt.u64.s32", "i64", {"i32"}, "a", rule::widen);
        add("cvt.s64.u32", "u64", {"u32"}, "a", rule::widen);
        for (const char* type : {"s32.u64", "u32.s64", "s32.s64"})
            add(std::string("cvt.") + type, "u32", {"u64"}, "u32(a)", rule::narrow);
        const std::string integers[] = {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"};
        for (const std::string& from : integers) {
            const std::string value = of_cpp(from) + "(a)";
            for (const std::string& to : integers)
                add("cvt." + to + "." + from, of_register(to), {of_register(from)}, of_cpp(to) + "(" + value + ")");
            for (const char* to : {"f32", "f64"})
                add(std::string("cvt.rn.") + to + "." + from, to, {of_register(from)}, to + ("(" + value + ")"),
                    rule::plain, false, is_long(from));
        }
        const std::pair<const char*, const char*> roundings[] = {
            {"rni", "nearest"}, {"rzi", "zero"}, {"rmi", "down"}, {"rpi", "up"}};
        for (const auto& [name, rounding] : roundings)
            for (const std::string from : {"f32", "f64"}) {
                const std::string value = std::string("rounded_") + rounding + "(a)", head = std::string("cvt.") + name;
                for (const std::string to : {"u16", "s16", "u32", "s32", "u64", "s64"})
                    add(head + "." + to + "." + from, of_cpp(to), {from}, "clamped<" + of_cpp(to) + ">(" + value + ")",
                        rule::plain, false, is_long(to));
                add(head + "." + from + "." + from, from, {from}, value, rule::plain, from == "f32");
            }
        add("cvt.f64.f32", "f64", {"f32"}, "f64(a)");
        add("cvt.rn.f32.f64", "f32", {"f64"}, "narrowed(a)");
    }
    void floats(const std::string& t, const std::string& u)
    {
        const std::string top = u + "(1) << " + std::to_string(8 * bytes_of(u) - 1);
        add("neg." + t, u, {u}, "a ^ " + top);
        add("abs." + t, u, {u}, "a & ~(" + top + ")");
        add("copysign." + t, u, {u, u}, "(b & ~(" + top + ")) | (a & " + top + ")");
        add("min." + t, t, {t, t}, "extreme<false>(a, b)");
        add("max." + t, t, {t, t}, "extreme<true>(a, b)");
        const bool one_nan = t == "f32";
        auto rounded = [&](const std::string& name, std::vector<std::string> types, std::string expression) {
            add(name + "." + t, t, std::move(types), std::move(expression), rule::plain, one_nan);
        };
        for (const char* rounding : {"", ".rn"}) {
            rounded(std::string("add") + rounding, {t, t}, "a + b");
            rounded(std::string("sub") + rounding, {t, t}, "a - b");
            rounded(std::string("mul") + rounding, {t, t}, "a * b");
        }
        rounded("fma.rn", {t, t, t}, "fused(a, b, c)");
        rounded("div.rn", {t, t}, "a / b");
        rounded("sqrt.rn", {t}, "root(a)");
        rounded("rcp.rn", {t}, "1 / a");
    }
    // What -use_fast_math and __saturatef() make of it.
    void flushed()
    {
        auto rounded = [&](const std::string& name, std::vector<std::string> types, const std::string& expression) {
            add(name + ".f32", "f32", std::move(types), expression, rule::plain, true);
        };
        for (const std::string rounding : {"", ".rn"}) {
            rounded("add" + rounding + ".ftz", {"f32", "f32"}, "flush(flush(a) + flush(b))");
            rounded("sub" + rounding + ".ftz", {"f32", "f32"}, "flush(flush(a) - flush(b))");
            rounded("mul" + rounding + ".ftz", {"f32", "f32"}, "product_flushed(a, b)");
            add("add" + rounding + ".sat.f32", "f32", {"f32", "f32"}, "saturated(a + b)");
            add("mul" + rounding + ".sat.f32", "f32", {"f32", "f32"}, "saturated(a * b)");
        }
        rounded("fma.rn.ftz", {"f32", "f32", "f32"}, "fused_flushed(a, b, c)");
        rounded("div.rn.ftz", {"f32", "f32"}, "quotient_flushed(a, b)");
        rounded("rcp.rn.ftz", {"f32"}, "quotient_flushed(1, a)");
        rounded("sqrt.rn.ftz", {"f32"}, "flush(root(flush(a)))");
        add("fma.rn.sat.f32", "f32", {"f32", "f32", "f32"}, "saturated(fused(a, b, c))");
        add("cvt.sat.f32.f32", "f32", {"f32"}, "saturated(a)");
        add("neg.ftz.f32", "f32", {"f32"}, "bits<f32>(bits<u32>(flush(a)) ^ 0x80000000u)");
        add("abs.ftz.f32", "f32", {"f32"}, "bits<f32>(bits<u32>(flush(a)) & 0x7fffffffu)");
        add("min.ftz.f32", "f32", {"f32", "f32"}, "extreme<false>(flush(a), flush(b))");
        add("max.ftz.f32", "f32", {"f32", "f32"}, "extreme<true>(flush(a), flush(b))");
    }
    void approximations()
    {
        const std::pair<const char*, const char*> functions[] = {
            {"rcp", "f32(1 / f64(a))"},       {"rsqrt", "f32(1 / root(f64(a)))"}, {"sqrt", "f32(root(f64(a)))"},
            {"sin", "f32(__builtin_sin(a))"}, {"cos", "f32(__builtin_cos(a))"},   {"lg2", "f32(__builtin_log2(a))"},
            {"ex2", "f32(__builtin_exp2(a))"}};
        for (const auto& [name, function] : functions) {
            const bool is_called = std::string(function).find("__builtin") != std::string::npos;
            const std::string head = std::string(name) + ".approx", of_a = function;
            std::string of_flushed = of_a;
            of_flushed.replace(of_flushed.find("(a)"), 3, "(flush(a))");
            add(head + ".f32", "f32", {"f32"}, of_a, rule::plain, true, is_called);
            add(head + ".ftz.f32", "f32", {"f32"}, "flush(" + of_flushed + ")", rule::plain, true, is_called);
        }
        add("div.approx.f32", "f32", {"f32", "f32"}, "quotient_approximate(a, b)", rule::plain, true);
        add("div.approx.ftz.f32", "f32", {"f32", "f32"}, "flush(quotient_approximate(flush(a), flush(b)))", rule::plain,
            true);
        add("div.full.f32", "f32", {"f32", "f32"}, "a / b", rule::plain, true);
        add("div.full.ftz.f32", "f32", {"f32", "f32"}, "flush(flush(a) / flush(b))", rule::plain, true);
    }
    void comparisons()
    {
        const std::pair<const char*, const char*> ordered[] = {{"eq", "a == b"}, {"ne", "a != b"}, {"lt", "a < b"},
                                                               {"le", "a <= b"}, {"gt", "a > b"},  {"ge", "a >= b"}};
        for (const auto& [name, expression] : ordered) {
            const std::string head = std::string("setp.") + name + ".";
            for (const char sign : {'u', 's'})
                for (const char* bits : {"16", "32", "64"})
                    add(head + sign + bits, "mask",
                        {std::string(sign == 'u' ? "u" : "i") + bits, std::string(sign == 'u' ? "u" : "i") + bits},
                        expression);
            // Of floats "ne" is ordered in PTX.
            const std::string of_floats = std::string(name) == "ne" ? "a < b || a > b" : expression;
            for (const char* type : {"f32", "f64"})
                add(head + type, "mask", {type, type}, of_floats);
        }
        const std::pair<const char*, const char*> unordered[] = {
            {"equ", "!(a < b || a > b)"}, {"neu", "!(a == b)"},       {"ltu", "!(a >= b)"},
            {"leu", "!(a > b)"},          {"gtu", "!(a <= b)"},       {"geu", "!(a < b)"},
            {"num", "a == a && b == b"},  {"nan", "a != a || b != b"}};
        for (const auto& [name, expression] : unordered)
            for (const char* type : {"f32", "f64"})
                add(std::string("setp.") + name + "." + type, "mask", {type, type}, expression);
    }
    void predicates()
    {
        add("and.pred", "mask", {"mask", "mask"}, "a & b");
        add("or.pred", "mask", {"mask", "mask"}, "a | b");
        add("xor.pred", "mask", {"mask", "mask"}, "a ^ b");
        add("not.pred", "mask", {"mask"}, "~a");
        add("mov.pred", "mask", {"mask"}, "a", rule::move);
    }

    std::map<key, operation> rows_;
};

std::map<handler, memory_operation> memory_operations()
{
    std::map<handler, memory_operation> all;
    for (const window where : {window::flat, window::shared, window::parameter})
        for (const bool wide : {false, true})
            for (const int bytes : {1, 2, 4, 8})
                for (const bool sign_extends : {false, true})
                    for (const int count : {1, 2, 4})
                        for (const bool one_place : {false, true}) {
                            if (sign_extends && bytes != 1) continue;
                            if (!wide && where != window::shared) continue;
                            const access_form form{where, wide, bytes, sign_extends, count, one_place};
                            if (const handler h = find_load(form)) all.insert({h, {form, true}});
                            if (sign_extends) continue;
                            if (const handler h = find_store(form)) all.insert({h, {form, false}});
                        }
    return all;
}

} // namespace

const operation* find_operation(const instruction& i)
{
    static const table rows;
    return rows.find(i);
}

const memory_operation* find_memory_operation(const instruction& i)
{
    static const std::map<handler, memory_operation> all = memory_operations();
    const bool known = i.roles == operand_roles::load || i.roles == operand_roles::store;
    if (!known || i.order != memory_order::weak) return nullptr;
    const auto found = all.find(i.run);
    return found == all.end() ? nullptr : &found->second;
}

int bytes_of(const std::string& type) { return type == "mask" ? 4 : std::stoi(type.substr(1)) / 8; }

} // namespace cuda_emulator::translation
