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
        wide();
        conversions();
        floats("f32");
        floats("f64");
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
             rule how = rule::plain, bool one_nan = false)
    {
        if (const form* f = forms().find(name))
            rows_.insert(
                {key{f->run, f->detail}, {std::move(result), std::move(types), std::move(expression), how, one_nan}});
    }

    void integers(const std::string& u, const std::string& s, int bits)
    {
        const std::string n = std::to_string(bits);
        const std::string most = std::to_string(bits - 1);
        for (const char sign : {'u', 's'}) {
            const std::string type = sign + n;
            const std::string& t = sign == 'u' ? u : s;
            add("add." + type, u, {u, u}, "a + b", rule::add);
            add("sub." + type, u, {u, u}, "a - b", rule::subtract);
            add("mul.lo." + type, u, {u, u}, "a * b", rule::multiply);
            add("mad.lo." + type, u, {u, u, u}, "a * b + c", rule::multiply_add);
            add("min." + type, t, {t, t}, "b < a ? b : a");
            add("max." + type, t, {t, t}, "a < b ? b : a");
            add("shr." + type, t, {t, "u32"},
                sign == 'u' ? "b > " + most + " ? 0 : a >> b" : "a >> (b > " + most + " ? " + most + " : b)");
        }
        add("neg.s" + n, u, {u}, "0 - a", rule::negate);
        add("shl.b" + n, u, {u, "u32"}, "b > " + most + " ? 0 : a << b", rule::shift_left);
        add("and.b" + n, u, {u, u}, "a & b");
        add("or.b" + n, u, {u, u}, "a | b");
        add("xor.b" + n, u, {u, u}, "a ^ b");
        add("not.b" + n, u, {u}, "~a");
        add("mov.b" + n, u, {u}, "a", rule::move);
        add("selp.b" + n, u, {u, u, "mask"}, "c ? a : b");
    }
    void wide()
    {
        add("mul.wide.u32", "u64", {"u32", "u32"}, "u64(a) * b", rule::widen_multiply);
        add("mul.wide.s32", "i64", {"i32", "i32"}, "i64(a) * b", rule::widen_multiply);
        add("mad.wide.u32", "u64", {"u32", "u32", "u64"}, "u64(a) * b + c", rule::widen_multiply_add);
        add("mad.wide.s32", "i64", {"i32", "i32", "u64"}, "i64(u64(i64(a) * b) + c)", rule::widen_multiply_add);
    }
    void conversions()
    {
        add("cvt.u64.u32", "u64", {"u32"}, "a", rule::widen);
        add("cvt.s64.s32", "i64", {"i32"}, "a", rule::widen);
        add("=widen.u.64.32", "u64", {"u32"}, "a", rule::widen);
        add("=widen.s.64.32", "i64", {"i32"}, "a", rule::widen);
        add("cvt.u32.u64", "u32", {"u64"}, "u32(a)", rule::narrow);
        add("=narrow.32.64", "u32", {"u64"}, "u32(a)", rule::narrow);
        add("cvt.rn.f32.s32", "f32", {"i32"}, "f32(a)");
        add("cvt.rn.f64.s32", "f64", {"i32"}, "f64(a)");
    }
    void floats(const std::string& t)
    {
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
    }
    void comparisons()
    {
        const std::pair<const char*, const char*> ordered[] = {{"eq", "a == b"}, {"ne", "a != b"}, {"lt", "a < b"},
                                                               {"le", "a <= b"}, {"gt", "a > b"},  {"ge", "a >= b"}};
        for (const auto& [name, expression] : ordered) {
            const std::string head = std::string("setp.") + name + ".";
            for (const char sign : {'u', 's'})
                for (const char* bits : {"32", "64"})
                    add(head + sign + bits, "mask",
                        {std::string(sign == 'u' ? "u" : "i") + bits, std::string(sign == 'u' ? "u" : "i") + bits},
                        expression);
            if (std::string(name) == "ne") continue; // of floats it is ordered in PTX
            for (const char* type : {"f32", "f64"})
                add(head + type, "mask", {type, type}, expression);
        }
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
