// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extended precision: add.cc … madc. CC.CF is no register, so each form is set between a writer and a reader of it.
//
// Additions, subtractions and products share the one carry: a subtraction is a + ~b + 1 and leaves that sum's carry. An
// H200 says so (5 - 3 leaves 1, 3 - 5 leaves 0, 5 - 5 leaves 1), and nvcc's division of 128 bits relies on it.
#include <boost/test/unit_test.hpp>

#include "harness.hpp"

using namespace opcode_test;

namespace {

template <class T>
u64 mask()
{
    return sizeof(T) == 8 ? ~u64{0} : u64{0xffffffff};
}

template <class T>
u128 product(T a, T b, bool high)
{
    u128 p;
    if constexpr (std::is_signed_v<T>) {
        p = u128(s128(a) * s128(b));
    } else {
        p = u128(a) * u128(b);
    }
    return (high ? p >> (8 * sizeof(T)) : p) & mask<T>();
}

//! What adding or subtracting leaves: the result, and whether a carry came out, or no borrow was made.
template <class T>
struct link {
    T result;
    bool carry;
};
template <class T>
link<T> add(T a, T b, bool carry)
{
    const u128 s = (u128(a) & mask<T>()) + (u128(b) & mask<T>()) + carry;
    return {T(u64(s)), (s >> 8 * sizeof(T)) != 0};
}
template <class T>
link<T> subtract(T a, T b, bool carry)
{
    const u128 x = u128(a) & mask<T>(), y = (u128(b) & mask<T>()) + !carry;
    return {T(u64(x - y)), x >= y};
}

// The carry is %s0: of one of the two families, whose other operand makes it come out, and %d1 shows by either what is
// left of it.
template <class T>
void add_type(suite& forms, const std::string& t)
{
    const std::string r = sizeof(T) == 8 ? "b64" : "b32", type = "." + t;
    const std::string ops = " %d0, %s1, %s2;", ops3 = " %d0, %s1, %s2, %s3;";
    using pair = std::pair<T, T>;
    for (const bool set_by_sub : {false, true})
        for (const bool shown_by_sub : {false, true}) {
            const std::string note = !set_by_sub && !shown_by_sub
                                         ? ""
                                         : std::string(" between ") + (set_by_sub ? "sub.cc" : "add.cc") + " and " +
                                               (shown_by_sub ? "subc" : "addc");
            const std::string set = "{ .reg ." + r + " %x; selp." + r +
                                    (set_by_sub ? " %x, 0, 1, %s0; sub.cc" + type + " %x, 0, %x; "
                                                : " %x, 1, 0, %s0; add.cc" + type + " %x, %x, -1; ");
            const std::string get = std::string(shown_by_sub ? " subc" : " addc") + type + " %d1, 0, 0; }";
            auto shown = [shown_by_sub](link<T> x) { return pair(x.result, T(T(x.carry) - T(shown_by_sub))); };
            auto form_of = [&](const std::string& name, const std::string& operands, auto f) {
                forms.add(name + type + note, f).as(set + name + type + operands + get);
            };
            form_of("add.cc", ops, [shown](bool, T a, T b) { return shown(add(a, b, false)); });
            form_of("addc.cc", ops, [shown](bool c, T a, T b) { return shown(add(a, b, c)); });
            form_of("sub.cc", ops, [shown](bool, T a, T b) { return shown(subtract(a, b, true)); });
            form_of("subc.cc", ops, [shown](bool c, T a, T b) { return shown(subtract(a, b, c)); });
            // No .cc: the carry stays what it was.
            form_of("addc", ops, [shown](bool c, T a, T b) { return shown({add(a, b, c).result, c}); });
            form_of("subc", ops, [shown](bool c, T a, T b) { return shown({subtract(a, b, c).result, c}); });
            for (const bool high : {false, true}) {
                const std::string half = high ? ".hi" : ".lo";
                auto part = [high](T a, T b) { return T(u64(product(a, b, high))); };
                form_of("mad" + half + ".cc", ops3,
                        [=](bool, T a, T b, T c) { return shown(add(part(a, b), c, false)); });
                form_of("madc" + half + ".cc", ops3,
                        [=](bool x, T a, T b, T c) { return shown(add(part(a, b), c, x)); });
                form_of("madc" + half, ops3, [=](bool x, T a, T b, T c) {
                    return shown({add(part(a, b), c, x).result, x});
                });
            }
        }
}

// Four links of a chain, each an addition or a subtraction (a bit of `kinds` says which), and at the end the carry.
template <class T>
struct chain {
    T results[4];
    bool carry;
};
template <class T>
chain<T> run_chain(unsigned kinds, const T* a, const T* b)
{
    chain<T> c = {{}, (kinds & 1) != 0}; // no carry comes into an addition, no borrow into a subtraction
    for (unsigned k = 0; k < 4; ++k) {
        const link<T> x = kinds >> k & 1 ? subtract(a[k], b[k], c.carry) : add(a[k], b[k], c.carry);
        c.results[k] = x.result;
        c.carry = x.carry;
    }
    return c;
}
std::string chain_operation(unsigned kinds, unsigned k)
{
    return std::string(kinds >> k & 1 ? "sub" : "add") + (k ? "c.cc" : ".cc");
}

} // namespace

OPCODE_FORMS(carry)
{
    add_type<u32>(forms, "u32");
    add_type<s32>(forms, "s32");
    add_type<u64>(forms, "u64");
    add_type<s64>(forms, "s64");
}

// Additions and subtractions in turn, in every order.
OPCODE_FORMS(carry_mixed_chains)
{
    for (unsigned kinds = 0; kinds < 16; ++kinds) {
        std::string name, words, doubles;
        for (unsigned k = 0; k < 4; ++k) {
            const std::string n = std::to_string(k), op = chain_operation(kinds, k);
            name += (k ? ", " : "") + op;
            words += op + ".u32 %a" + n + ", %a" + n + ", %b" + n + "; ";
            // Each half of a meets each half of b.
            doubles += op + ".u64 %d" + n + ", %s" + std::to_string(k & 1) + ", %s" +
                       std::to_string(2 + (k + 1) / 2 % 2) + "; ";
        }
        forms
            .add("add.cc.u32 in a chain: " + name,
                 [kinds](u64 a0, u64 a1, u64 b0, u64 b1) {
                     const u32 a[] = {u32(a0), u32(a0 >> 32), u32(a1), u32(a1 >> 32)};
                     const u32 b[] = {u32(b0), u32(b0 >> 32), u32(b1), u32(b1 >> 32)};
                     const chain<u32> c = run_chain(kinds, a, b);
                     const u32* r = c.results;
                     return std::tuple<u64, u64, u32>(u64(r[1]) << 32 | r[0], u64(r[3]) << 32 | r[2], c.carry);
                 })
            .as("{ .reg .b32 %a<4>, %b<4>; mov.b64 {%a0, %a1}, %s0; mov.b64 {%a2, %a3}, %s1; mov.b64 {%b0, %b1}, %s2; "
                "mov.b64 {%b2, %b3}, %s3;\n    " +
                words + "addc.u32 %d2, 0, 0;\n    mov.b64 %d0, {%a0, %a1}; mov.b64 %d1, {%a2, %a3}; }");
        forms
            .add("add.cc.u64 in a chain: " + name,
                 [kinds](u64 a0, u64 a1, u64 b0, u64 b1) {
                     const u64 a[] = {a0, a1, a0, a1}, b[] = {b0, b1, b1, b0};
                     const chain<u64> c = run_chain(kinds, a, b);
                     const u64* r = c.results;
                     return std::tuple<u64, u64, u64, u64, u64>(r[0], r[1], r[2], r[3], c.carry);
                 })
            .as(doubles + "addc.u64 %d4, 0, 0;");
    }
}

// Whole chains, as compilers write them for 128-bit integers.
OPCODE_FORMS(carry_chains)
{
    using quad = std::tuple<u64, u64>;
    forms
        .add("add.cc.u64 chain",
             [](u64 a0, u64 a1, u64 b0, u64 b1) {
                 const u128 s = (u128(a1) << 64 | a0) + (u128(b1) << 64 | b0);
                 return quad(u64(s), u64(s >> 64));
             })
        .as("add.cc.u64 %d0, %s0, %s2; addc.u64 %d1, %s1, %s3;");
    forms
        .add("sub.cc.u32 chain of four",
             [](u64 a0, u64 a1, u64 b0, u64 b1) {
                 const u128 s = (u128(a1) << 64 | a0) - (u128(b1) << 64 | b0);
                 return quad(u64(s), u64(s >> 64));
             })
        .as("{ .reg .b32 %a<4>, %b<4>; mov.b64 {%a0, %a1}, %s0; mov.b64 {%a2, %a3}, %s1; mov.b64 {%b0, %b1}, %s2; "
            "mov.b64 {%b2, %b3}, %s3;\n"
            "    sub.cc.u32 %a0, %a0, %b0; subc.cc.u32 %a1, %a1, %b1; subc.cc.u32 %a2, %a2, %b2; subc.u32 %a3, %a3, "
            "%b3;\n"
            "    mov.b64 %d0, {%a0, %a1}; mov.b64 %d1, {%a2, %a3}; }");
    forms
        .add("mad.lo.cc.u32 64-bit product",
             [](u64 a, u64 b) {
                 const u128 p = u128(a) * b;
                 return quad(u64(p), u64(p >> 64));
             })
        .as("{ .reg .b32 %a0, %a1, %b0, %b1, %r<4>; mov.b64 {%a0, %a1}, %s0; mov.b64 {%b0, %b1}, %s1;\n"
            "    mul.lo.u32 %r0, %a0, %b0; mul.hi.u32 %r1, %a0, %b0; mad.lo.cc.u32 %r1, %a0, %b1, %r1; madc.hi.u32 "
            "%r2, %a0, %b1, 0;\n"
            "    mad.lo.cc.u32 %r1, %a1, %b0, %r1; madc.hi.cc.u32 %r2, %a1, %b0, %r2; addc.u32 %r3, 0, 0;\n"
            "    mad.lo.cc.u32 %r2, %a1, %b1, %r2; madc.hi.u32 %r3, %a1, %b1, %r3;\n"
            "    mov.b64 %d0, {%r0, %r1}; mov.b64 %d1, {%r2, %r3}; }");
    // Lanes that are not there keep their carry.
    forms.add("add.cc.u32 guarded", [](u32 a, u32 b, bool p) { return p ? 1u : u32((u64(a) + b) >> 32); })
        .as("{ .reg .b32 %x; add.cc.u32 %x, %s0, %s1; @%s2 add.cc.u32 %x, -1, 1; addc.u32 %d0, 0, 0; }");
}
