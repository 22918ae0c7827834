// Extended precision: add.cc … madc. CC.CF is no register, so each form is set between a writer and a reader of it.
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

template <class T>
void add_type(suite& forms, const std::string& t)
{
    constexpr int n = 8 * sizeof(T);
    // The carry comes in through add.cc of carry_in - 1 and 1 … and goes out through addc of zeros: two results.
    const std::string r = n == 64 ? "b64" : "b32", type = "." + t;
    const std::string set = "{ .reg ." + r + " %x; selp." + r + " %x, 1, 0, %s0; add.cc" + type + " %x, %x, -1; ";
    const std::string get = " addc" + type + " %d1, 0, 0; }";
    const std::string set_borrow = "{ .reg ." + r + " %x; selp." + r + " %x, 1, 0, %s0; sub.cc" + type + " %x, 0, %x; ";
    const std::string get_borrow = " subc" + type + " %d1, 0, 0; }";
    using pair = std::pair<T, T>;
    auto sum = [](u128 a, u128 b, u128 c) {
        const u128 s = (a & mask<T>()) + (b & mask<T>()) + c;
        return pair(T(u64(s)), T(u64(s >> n)));
    };
    auto difference = [](u128 a, u128 b, u128 c) {
        const u128 x = a & mask<T>(), y = (b & mask<T>()) + c;
        return pair(T(u64(x - y)), T(x < y ? -1 : 0)); // subc of zeros is minus the borrow
    };
    const std::string plain = "{ ", ops = " %d0, %s1, %s2;", ops3 = " %d0, %s1, %s2, %s3;";
    forms.add("add.cc" + type, [sum](bool, T a, T b) { return sum(u128(a), u128(b), 0); })
        .as(set + "add.cc" + type + ops + get);
    forms.add("addc.cc" + type, [sum](bool c, T a, T b) { return sum(u128(a), u128(b), c); })
        .as(set + "addc.cc" + type + ops + get);
    // No .cc: the carry stays what it was.
    forms.add("addc" + type, [sum](bool c, T a, T b) { return pair(sum(u128(a), u128(b), c).first, T(c)); })
        .as(set + "addc" + type + ops + get);
    forms.add("sub.cc" + type, [difference](bool, T a, T b) { return difference(u128(a), u128(b), 0); })
        .as(set_borrow + "sub.cc" + type + ops + get_borrow);
    forms.add("subc.cc" + type, [difference](bool c, T a, T b) { return difference(u128(a), u128(b), c); })
        .as(set_borrow + "subc.cc" + type + ops + get_borrow);
    forms
        .add("subc" + type,
             [difference](bool c, T a, T b) { return pair(difference(u128(a), u128(b), c).first, T(c ? -1 : 0)); })
        .as(set_borrow + "subc" + type + ops + get_borrow);
    for (bool high : {false, true}) {
        const std::string half = high ? ".hi" : ".lo";
        forms
            .add("mad" + half + ".cc" + type,
                 [sum, high](bool, T a, T b, T c) { return sum(product(a, b, high), u128(c), 0); })
            .as(set + "mad" + half + ".cc" + type + ops3 + get);
        forms
            .add("madc" + half + ".cc" + type,
                 [sum, high](bool x, T a, T b, T c) { return sum(product(a, b, high), u128(c), x); })
            .as(set + "madc" + half + ".cc" + type + ops3 + get);
        forms
            .add("madc" + half + type,
                 [sum, high](bool x, T a, T b, T c) { return pair(sum(product(a, b, high), u128(c), x).first, T(x)); })
            .as(set + "madc" + half + type + ops3 + get);
    }
}

} // namespace

OPCODE_FORMS(carry)
{
    add_type<u32>(forms, "u32");
    add_type<s32>(forms, "s32");
    add_type<u64>(forms, "u64");
    add_type<s64>(forms, "s64");
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
