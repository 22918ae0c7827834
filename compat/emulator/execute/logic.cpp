// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logic, shifts and bytes: and, or, xor, not, cnot, lop3, shl, shr, shf, prmt, and the same on predicates.
#include "execute/lane_operations.h"
#include "machine/integers.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

template <class T>
struct op_and {
    static T f(T a, T b) { return a & b; }
};
template <class T>
struct op_or {
    static T f(T a, T b) { return a | b; }
};
template <class T>
struct op_xor {
    static T f(T a, T b) { return a ^ b; }
};
template <class T>
struct op_not {
    static T f(T a) { return T(~a); }
};
template <class T>
struct op_cnot {
    static T f(T a) { return a == 0 ? 1 : 0; }
};
// A shift by the width or more gives zero, or the sign.
template <class T>
struct op_shl {
    static T f(T a, u32 n) { return n >= sizeof(T) * 8 ? T(0) : T(a << (n & (sizeof(T) * 8 - 1))); }
};
template <class T>
struct op_shr {
    static T f(T a, u32 n)
    {
        const u32 top = sizeof(T) * 8 - 1;
        if (std::is_signed_v<T>) return T(a >> (n > top ? top : n));
        return n > top ? T(0) : T(a >> (n & top));
    }
};
template <bool Left, bool Wrap>
struct op_shf {
    static u32 f(u32 a, u32 b, u32 c)
    {
        const u32 n = Wrap ? c & 31 : std::min(c, 32u);
        const u64 both = u64(b) << 32 | a;
        return Left ? u32((both << n) >> 32) : u32(both >> n);
    }
};

enum class prmt_mode { generic, f4e, b4e, rc8, ecl, ecr, rc16 };
template <prmt_mode Mode>
struct op_prmt {
    static u32 f(u32 a, u32 b, u32 c)
    {
        const u64 both = u64(b) << 32 | a;
        auto byte = [&](unsigned k) { return u32(both >> 8 * (k & 7)) & 0xff; };
        u32 r = 0;
        const u32 s = c & 3;
        for (unsigned k = 0; k < 4; ++k) {
            u32 v;
            switch (Mode) {
            case prmt_mode::generic: {
                const unsigned n = c >> 4 * k & 15;
                v = byte(n & 7);
                if (n & 8) v = v & 0x80 ? 0xff : 0;
                break;
            }
            case prmt_mode::f4e:
                v = byte(s + k);
                break;
            case prmt_mode::b4e:
                v = byte(s - k + 8);
                break;
            case prmt_mode::rc8:
                v = byte(s);
                break;
            case prmt_mode::ecl:
                v = byte(std::max(k, s));
                break;
            case prmt_mode::ecr:
                v = byte(std::min(k, s));
                break;
            case prmt_mode::rc16:
                v = byte((s & 1) * 2 + (k & 1));
                break;
            }
            r |= v << 8 * k;
        }
        return r;
    }
};

// `first`: of the sources
void lop3_into(warp& w, const instruction& i, u32 m, int first)
{
    const u32* a = slot<u32>(w, i.operands[first]);
    const u32* b = slot<u32>(w, i.operands[first + 1]);
    const u32* c = slot<u32>(w, i.operands[first + 2]);
    const u32 table = *slot<u32>(w, i.operands[first + 3]);
    u32 k[8];
    for (int n = 0; n < 8; ++n)
        k[n] = table >> n & 1 ? ~0u : 0;
    const u32 k0 = k[0], k1 = k[1], k2 = k[2], k3 = k[3], k4 = k[4], k5 = k[5], k6 = k[6], k7 = k[7];
    for_lanes(slot<u32>(w, i.operands[0]), m, [=](int l) {
        const u32 x = a[l], y = b[l], z = c[l];
        return (k0 & ~x & ~y & ~z) | (k1 & ~x & ~y & z) | (k2 & ~x & y & ~z) | (k3 & ~x & y & z) | (k4 & x & ~y & ~z) |
               (k5 & x & ~y & z) | (k6 & x & y & ~z) | (k7 & x & y & z);
    });
}

void lop3(warp& w, const instruction& i, u32 m) { lop3_into(w, i, m, 1); }
// d|p: p tells whether d is not zero, combined with a predicate.
template <class Op>
void lop3_predicate(warp& w, const instruction& i, u32 m)
{
    lop3_into(w, i, m, 2);
    const u32* d = slot<u32>(w, i.operands[0]);
    const u32 some = mask_of([=](int l) { return d[l] != 0; });
    write_predicate(slot<u32>(w, i.operands[1]), m, Op::f(some, *slot<u32>(w, i.operands[6])));
}

template <class Op>
void predicate_binary(warp& w, const instruction& i, u32 m)
{
    write_predicate(slot<u32>(w, i.operands[0]), m, Op::f(*slot<u32>(w, i.operands[1]), *slot<u32>(w, i.operands[2])));
}
void predicate_not(warp& w, const instruction& i, u32 m)
{
    write_predicate(slot<u32>(w, i.operands[0]), m, ~*slot<u32>(w, i.operands[1]));
}

template <class T>
void add_bitwise(form_table& t, const std::string& type)
{
    add_binary<T, T, T, op_and<T>>(t, ("and." + type).c_str());
    add_binary<T, T, T, op_or<T>>(t, ("or." + type).c_str());
    add_binary<T, T, T, op_xor<T>>(t, ("xor." + type).c_str());
    add_unary<T, T, op_not<T>>(t, ("not." + type).c_str());
    add_unary<T, T, op_cnot<T>>(t, ("cnot." + type).c_str());
    add_binary<T, T, u32, op_shl<T>>(t, ("shl." + type).c_str());
    add_binary<T, T, u32, op_shr<T>>(t, ("shr." + type).c_str());
    const std::string bits = type.substr(1);
    add_binary<T, T, u32, op_shr<T>>(t, ("shr.u" + bits).c_str());
    using S = std::make_signed_t<T>;
    add_binary<S, S, u32, op_shr<S>>(t, ("shr.s" + bits).c_str());
}

} // namespace

void add_logic_forms(form_table& t)
{
    add_bitwise<u16>(t, "b16");
    add_bitwise<u32>(t, "b32");
    add_bitwise<u64>(t, "b64");
    add_ternary<u32, u32, u32, u32, op_shf<true, false>>(t, "shf.l.clamp.b32");
    add_ternary<u32, u32, u32, u32, op_shf<true, true>>(t, "shf.l.wrap.b32");
    add_ternary<u32, u32, u32, u32, op_shf<false, false>>(t, "shf.r.clamp.b32");
    add_ternary<u32, u32, u32, u32, op_shf<false, true>>(t, "shf.r.wrap.b32");
    add_ternary<u32, u32, u32, u32, op_prmt<prmt_mode::generic>>(t, "prmt.b32");
    add_ternary<u32, u32, u32, u32, op_prmt<prmt_mode::f4e>>(t, "prmt.b32.f4e");
    add_ternary<u32, u32, u32, u32, op_prmt<prmt_mode::b4e>>(t, "prmt.b32.b4e");
    add_ternary<u32, u32, u32, u32, op_prmt<prmt_mode::rc8>>(t, "prmt.b32.rc8");
    add_ternary<u32, u32, u32, u32, op_prmt<prmt_mode::ecl>>(t, "prmt.b32.ecl");
    add_ternary<u32, u32, u32, u32, op_prmt<prmt_mode::ecr>>(t, "prmt.b32.ecr");
    add_ternary<u32, u32, u32, u32, op_prmt<prmt_mode::rc16>>(t, "prmt.b32.rc16");
    t.add("lop3.b32", lop3, "r:rrrr");
    t.add("lop3.or.b32", lop3_predicate<op_or<u32>>, "rp:rrrrp");
    t.add("lop3.and.b32", lop3_predicate<op_and<u32>>, "rp:rrrrp");
    t.add("and.pred", predicate_binary<op_and<u32>>, "p:pp");
    t.add("or.pred", predicate_binary<op_or<u32>>, "p:pp");
    t.add("xor.pred", predicate_binary<op_xor<u32>>, "p:pp");
    t.add("not.pred", predicate_not, "p:p");
}

} // namespace cuda_emulator
