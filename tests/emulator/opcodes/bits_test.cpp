// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits: popc, clz, bfind, brev, bfe, bfi, bmsk, szext, fns; and, or, xor, not, cnot, lop3; shl, shr, shf, prmt.
#include <boost/test/unit_test.hpp>

#include "harness.hpp"

#include <bitset>
#include <cstdio>

using namespace opcode_test;

namespace {

const std::vector<u64> positions = {0,   1,   5,   8,   16,  31,  32,  33,     47,         63,         64,        65,
                                    127, 128, 200, 254, 255, 256, 257, 0x1010, 0x7fffffff, 0x80000000, 0xffffffff};

template <class T>
bool bit(T v, int k)
{
    return u64(v) >> k & 1;
}

// PTX ISA says that position and length of a field are the low 8 bits of the operand. So they are for 32 bits; the code
// that ptxas makes for 64 bits shifts by all of it.
template <class T>
s64 place_in(u32 operand)
{
    return sizeof(T) == 4 ? operand & 255 : operand;
}

// PTX ISA's own loop for bfe: the sign is the field's top bit, or the register's.
template <class T>
T extract(T a, u32 b, u32 c)
{
    const s64 msb = 8 * int(sizeof(T)) - 1, pos = place_in<T>(b), len = place_in<T>(c);
    bool sign = false;
    if (std::is_signed_v<T> && len) sign = bit(a, int(std::min(pos + len - 1, msb)));
    u64 d = 0;
    for (s64 i = 0; i <= msb; ++i) {
        const bool v = i < len && pos + i <= msb ? bit(a, int(pos + i)) : sign;
        d |= u64(v) << i;
    }
    return T(d);
}

// f = b; for (i = 0; i < len && pos + i <= msb; i++) f[pos + i] = a[i]
template <class T>
T insert(T a, T b, u32 c, u32 d)
{
    const s64 msb = 8 * int(sizeof(T)) - 1, pos = place_in<T>(c), len = place_in<T>(d);
    u64 f = b;
    for (s64 i = 0; i < len && pos + i <= msb; ++i) {
        f &= ~(u64{1} << (pos + i));
        f |= u64(bit(a, int(i))) << (pos + i);
    }
    return T(f);
}

template <class T>
u32 find_bit(T a, bool shift_amount)
{
    const int msb = 8 * int(sizeof(T)) - 1;
    const bool skip = std::is_signed_v<T> && a < 0;
    for (int i = msb; i >= 0; --i)
        if (bit(a, i) != skip) return u32(shift_amount ? msb - i : i);
    return 0xffffffff;
}

template <class T>
void add_fields(suite& forms, const std::string& t)
{
    forms.add("bfe." + t, [](T a, u32 b, u32 c) { return extract(a, b, c); }).choose(1, positions).choose(2, positions);
    forms.add("bfind." + t, [](T a) { return find_bit(a, false); });
    forms.add("bfind.shiftamt." + t, [](T a) { return find_bit(a, true); });
}

template <class T>
void add_logic(suite& forms, const std::string& bits)
{
    using S = std::make_signed_t<T>;
    constexpr int n = 8 * sizeof(T);
    auto each = [](T a, T b, auto f) {
        u64 r = 0;
        for (int k = 0; k < n; ++k)
            r |= u64(f(bit(a, k), bit(b, k))) << k;
        return T(r);
    };
    forms.add("and.b" + bits, [each](T a, T b) { return each(a, b, [](bool x, bool y) { return x && y; }); });
    forms.add("or.b" + bits, [each](T a, T b) { return each(a, b, [](bool x, bool y) { return x || y; }); });
    forms.add("xor.b" + bits, [each](T a, T b) { return each(a, b, [](bool x, bool y) { return x != y; }); });
    forms.add("not.b" + bits, [each](T a) { return each(a, T(0), [](bool x, bool) { return !x; }); });
    forms.add("cnot.b" + bits, [](T a) { return T(a ? 0 : 1); });
    // "Shift amounts greater than the register width N are clamped to N."
    forms.add("shl.b" + bits, [](T a, u32 c) { return T(c >= unsigned(n) ? u128{0} : u128(a) << c); })
        .choose(1, positions);
    for (const char* type : {"shr.b", "shr.u"})
        forms.add(type + bits, [](T a, u32 c) { return T(c >= unsigned(n) ? u128{0} : u128(a) >> c); })
            .choose(1, positions);
    forms.add("shr.s" + bits, [](S a, u32 c) { return S(s128(a) >> (c >= unsigned(n) ? 127 : int(c))); })
        .choose(1, positions);
}

u32 funnel(u32 a, u32 b, u32 n, bool left)
{
    // [b:a] shifted left by n, the upper word; or right, the lower one.
    std::bitset<64> both(u64(b) << 32 | a);
    return left ? u32((both << n).to_ullong() >> 32) : u32((both >> n).to_ullong());
}

u32 permute(u32 a, u32 b, const unsigned (&selectors)[4])
{
    const u8 bytes[8] = {u8(a), u8(a >> 8), u8(a >> 16), u8(a >> 24), u8(b), u8(b >> 8), u8(b >> 16), u8(b >> 24)};
    u32 d = 0;
    for (int k = 0; k < 4; ++k) {
        const u8 v = bytes[selectors[k] & 7];
        d |= u32(selectors[k] & 8 ? (v >> 7 ? 0xff : 0) : v) << 8 * k;
    }
    return d;
}

// The table of PTX ISA for prmt's modes: selectors of bytes d.b3 … d.b0 for c[1:0] = 0 … 3.
void add_permute_mode(suite& forms, const std::string& mode, std::vector<std::vector<unsigned>> table)
{
    forms
        .add("prmt.b32." + mode,
             [table](u32 a, u32 b, u32 c) {
                 const auto& s = table[c & 3];
                 return permute(a, b, {s[3], s[2], s[1], s[0]});
             })
        .choose(2, {0, 1, 2, 3, 4, 7, 0xfffffffd, 0xfffffffe});
}

} // namespace

OPCODE_FORMS(bit_counts)
{
    forms.add("popc.b32", [](u32 a) { return u32(std::bitset<32>(a).count()); });
    forms.add("popc.b64", [](u64 a) { return u32(std::bitset<64>(a).count()); });
    forms.add("clz.b32", [](u32 a) {
        u32 n = 0;
        while (n < 32 && !bit(a, 31 - int(n)))
            ++n;
        return n;
    });
    forms.add("clz.b64", [](u64 a) {
        u32 n = 0;
        while (n < 64 && !bit(a, 63 - int(n)))
            ++n;
        return n;
    });
    forms.add("brev.b32", [](u32 a) {
        u32 r = 0;
        for (int k = 0; k < 32; ++k)
            r |= u32(bit(a, k)) << (31 - k);
        return r;
    });
    forms.add("brev.b64", [](u64 a) {
        u64 r = 0;
        for (int k = 0; k < 64; ++k)
            r |= u64(bit(a, k)) << (63 - k);
        return r;
    });
}

OPCODE_FORMS(bit_fields)
{
    add_fields<s32>(forms, "s32");
    add_fields<u32>(forms, "u32");
    add_fields<s64>(forms, "s64");
    add_fields<u64>(forms, "u64");
    forms.add("bfi.b32", [](u32 a, u32 b, u32 c, u32 d) { return insert(a, b, c, d); })
        .choose(2, positions)
        .choose(3, positions);
    forms.add("bfi.b64", [](u64 a, u64 b, u32 c, u32 d) { return insert(a, b, c, d); })
        .choose(2, positions)
        .choose(3, positions);
    // A mask of b ones from bit a; .clamp: both clamped to 32, .wrap: both taken modulo 32.
    auto mask = [](u32 a, u32 b) {
        u32 d = 0;
        for (u64 k = a; k < u64(a) + b && k < 32; ++k)
            d |= 1u << k;
        return d;
    };
    forms.add("bmsk.clamp.b32", [mask](u32 a, u32 b) { return mask(std::min(a, 32u), std::min(b, 32u)); })
        .choose(0, positions)
        .choose(1, positions);
    forms.add("bmsk.wrap.b32", [mask](u32 a, u32 b) { return mask(a % 32, b % 32); })
        .choose(0, positions)
        .choose(1, positions);
    // Extension from an N-bit value: 0 bits are the value 0, 32 bits all of it.
    auto extend = [](u32 a, u32 n, bool is_signed) {
        u32 d = 0;
        for (u32 k = 0; k < 32; ++k)
            d |= u32(k < n ? bit(a, int(k)) : is_signed && n && bit(a, int(n) - 1)) << k;
        return d;
    };
    forms.add("szext.clamp.u32", [extend](u32 a, u32 b) { return extend(a, std::min(b, 32u), false); })
        .choose(1, positions);
    forms.add("szext.clamp.s32", [extend](s32 a, u32 b) { return s32(extend(u32(a), std::min(b, 32u), true)); })
        .choose(1, positions);
    forms.add("szext.wrap.u32", [extend](u32 a, u32 b) { return extend(a, b % 32, false); }).choose(1, positions);
    forms.add("szext.wrap.s32", [extend](s32 a, u32 b) { return s32(extend(u32(a), b % 32, true)); })
        .choose(1, positions);
    // The loop of PTX ISA for fns; a base above 31 is undefined.
    forms
        .add("fns.b32",
             [](u32 mask, u32 base, s32 offset) {
                 if (offset == 0) return bit(mask, int(base)) ? base : 0xffffffffu;
                 int pos = int(base), count = (offset < 0 ? -offset : offset) - 1;
                 const int inc = offset > 0 ? 1 : -1;
                 while (pos >= 0 && pos < 32) {
                     if (bit(mask, pos)) {
                         if (count == 0) return u32(pos);
                         --count;
                     }
                     pos += inc;
                 }
                 return 0xffffffffu;
             })
        .choose(1, {0, 1, 7, 15, 16, 30, 31})
        .choose(
            2, {0, 1, 2, 3, 5, 16, 31, 32, 33, 0xffffffff, 0xfffffffe, 0xfffffffb, 0xffffffe0, 0x7fffffff, 0x80000001});
}

OPCODE_FORMS(logic)
{
    add_logic<u16>(forms, "16");
    add_logic<u32>(forms, "32");
    add_logic<u64>(forms, "64");
    forms.add("and.pred", [](bool a, bool b) { return a && b; });
    forms.add("or.pred", [](bool a, bool b) { return a || b; });
    forms.add("xor.pred", [](bool a, bool b) { return a != b; });
    forms.add("not.pred", [](bool a) { return !a; });
}

// Every table.
OPCODE_FORMS(logic_of_three)
{
    for (unsigned table = 0; table < 256; ++table) {
        char name[32], text[64];
        std::snprintf(name, sizeof name, "lop3.b32 0x%02x", table);
        std::snprintf(text, sizeof text, "lop3.b32 %%d0, %%s0, %%s1, %%s2, 0x%02x;", table);
        form& f = forms.add(name, [table](u32 a, u32 b, u32 c) {
            u32 d = 0;
            for (int k = 0; k < 32; ++k)
                d |= (table >> (4 * bit(a, k) + 2 * bit(b, k) + bit(c, k)) & 1) << k;
            return d;
        });
        f.as(text)
            .only({})
            .choose(0, {0, 0xf0f0f0f0, 0xffffffff})
            .choose(1, {0, 0xcccccccc, 0xffffffff})
            .choose(2, {0, 0xaaaaaaaa, 0xffffffff});
        f.random = 0;
        u64 state = table + 1;
        for (int k = 0; k < 80; ++k) {
            row r;
            for (int n = 0; n < 3; ++n)
                r.push_back(u32((state = state * 6364136223846793005u + 1442695040888963407u) >> 32));
            f.also(r);
        }
    }
}

// With a predicate that tells whether the result is not zero, combined with another.
OPCODE_FORMS(logic_of_three_predicates)
{
    for (unsigned table : {0x00u, 0x80u, 0xe8u, 0x96u, 0xffu})
        for (bool both : {false, true})
            for (bool negated : {false, true}) {
                char text[96];
                std::snprintf(text, sizeof text, "lop3.%s.b32 %%d0|%%d1, %%s0, %%s1, %%s2, 0x%02x, %s%%s3;",
                              both ? "and" : "or", table, negated ? "!" : "");
                forms
                    .add(std::string(both ? "lop3.and.b32 " : "lop3.or.b32 ") + std::to_string(table) +
                             (negated ? " negated" : ""),
                         [=](u32 a, u32 b, u32 c, bool p) {
                             u32 d = 0;
                             for (int k = 0; k < 32; ++k)
                                 d |= (table >> (4 * bit(a, k) + 2 * bit(b, k) + bit(c, k)) & 1) << k;
                             const bool q = p != negated;
                             return std::pair<u32, bool>(d, both ? d != 0 && q : d != 0 || q);
                         })
                    .as(text)
                    .choose(0, {0, 1, 0xf0f0f0f0, 0xffffffff})
                    .choose(1, {0, 2, 0xcccccccc, 0xffffffff})
                    .choose(2, {0, 4, 0xaaaaaaaa, 0xffffffff});
            }
}

OPCODE_FORMS(funnel_shifts)
{
    forms.add("shf.l.clamp.b32", [](u32 a, u32 b, u32 c) { return funnel(a, b, std::min(c, 32u), true); })
        .choose(2, positions);
    forms.add("shf.l.wrap.b32", [](u32 a, u32 b, u32 c) { return funnel(a, b, c % 32, true); }).choose(2, positions);
    forms.add("shf.r.clamp.b32", [](u32 a, u32 b, u32 c) { return funnel(a, b, std::min(c, 32u), false); })
        .choose(2, positions);
    forms.add("shf.r.wrap.b32", [](u32 a, u32 b, u32 c) { return funnel(a, b, c % 32, false); }).choose(2, positions);
}

OPCODE_FORMS(byte_permutations)
{
    // "The msb defines if the byte value should be copied, or if the sign (msb of the byte) should be replicated."
    forms
        .add("prmt.b32",
             [](u32 a, u32 b, u32 c) {
                 return permute(a, b, {c & 15, c >> 4 & 15, c >> 8 & 15, c >> 12 & 15});
             })
        .choose(0, {0x00010203, 0x80ff7f01, 0xdeadbeef, 0})
        .choose(1, {0x04050607, 0x7f80fe02, 0x8badf00d, 0xffffffff})
        .choose(2, {0x3210, 0x7654, 0x0123, 0x4567, 0xba98, 0xfedc, 0x89ab, 0xffff, 0x0000, 0x8888, 0x1032, 0x5410,
                    0x7632, 0xffff3210, 0x12345678, 0x9d4c});
    add_permute_mode(forms, "f4e", {{3, 2, 1, 0}, {4, 3, 2, 1}, {5, 4, 3, 2}, {6, 5, 4, 3}});
    add_permute_mode(forms, "b4e", {{5, 6, 7, 0}, {6, 7, 0, 1}, {7, 0, 1, 2}, {0, 1, 2, 3}});
    add_permute_mode(forms, "rc8", {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}});
    add_permute_mode(forms, "ecl", {{3, 2, 1, 0}, {3, 2, 1, 1}, {3, 2, 2, 2}, {3, 3, 3, 3}});
    add_permute_mode(forms, "ecr", {{0, 0, 0, 0}, {1, 1, 1, 0}, {2, 2, 1, 0}, {3, 2, 1, 0}});
    add_permute_mode(forms, "rc16", {{1, 0, 1, 0}, {3, 2, 3, 2}, {1, 0, 1, 0}, {3, 2, 3, 2}});
}
