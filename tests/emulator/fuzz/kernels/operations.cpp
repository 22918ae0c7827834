// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instructions that random kernels are made of, each with a computation of its own.
#include "program.hpp"

#include <algorithm>

namespace kernel_fuzzer {

namespace {

using namespace opcode_test;

constexpr format S = single_format, D = double_format;

s32 i(u64 v) { return static_cast<s32>(v); }
u32 u(u64 v) { return static_cast<u32>(v); }
s64 l(u64 v) { return static_cast<s64>(v); }

template <class T>
int highest(T v)
{
    int n = -1;
    for (; v; v = T(v >> 1))
        ++n;
    return n;
}
template <class T>
T reversed(T v)
{
    T r = 0;
    for (unsigned k = 0; k < sizeof(T) * 8; ++k)
        r = T(r << 1 | (v >> k & 1));
    return r;
}
template <class T>
T ones(T v)
{
    T n = 0;
    for (; v; v &= v - 1)
        ++n;
    return n;
}
// If a register's width differs from the instruction's, ptxas goes by the instruction that wrote it. For the amount of
// a 64-bit shift, or for 16 bits of it, it rounds a float to a whole number. nvcc writes a copy, too.
std::string copied(const std::string& name, const std::string& operand)
{
    const std::string before = operand == "$2" ? "$0, $1, " : "$0, ";
    return "{ .reg .b32 %x; mov.b32 %x, " + operand + "; " + name + " " + before + "%x; }";
}
// Quiet, with its sign and payload, as on an H200.
u64 widened_nan(u32 a) { return u64(a >> 31) << 63 | 0x7ff8000000000000u | u64(a & 0x3fffff) << 29; }
u32 saturated(s64 v) { return u32(s32(std::clamp<s64>(v, INT32_MIN, INT32_MAX))); }

u32 permuted(u32 a, u32 b, u32 c)
{
    const u64 bytes = u64{b} << 32 | a;
    u32 r = 0;
    for (int k = 0; k < 4; ++k) {
        const u32 n = c >> (4 * k) & 15, byte = u32(bytes >> (8 * (n & 7))) & 255;
        r |= (n & 8 ? (byte & 128 ? 255 : 0) : byte) << (8 * k);
    }
    return r;
}
u32 field(u32 a, u32 b, u32 c, bool is_signed)
{
    const u32 position = b & 255, length = c & 255;
    u32 r = 0;
    const u32 sign_at = std::min<u32>(position + length - 1, 31);
    const u32 sign = is_signed && length ? a >> sign_at & 1 : 0;
    for (u32 k = 0; k < 32; ++k)
        r |= (k < length && position + k < 32 ? a >> (position + k) & 1 : sign) << k;
    return r;
}
u32 inserted(u32 a, u32 b, u32 c)
{
    const u32 position = c & 31, length = c >> 8 & 31;
    for (u32 k = 0; k < length && position + k < 32; ++k)
        b = (b & ~(1u << (position + k))) | (a >> k & 1) << (position + k);
    return b;
}
u32 looked_up(u32 a, u32 b, u32 c, u32 table)
{
    u32 r = 0;
    for (int k = 0; k < 32; ++k)
        r |= (table >> ((a >> k & 1) << 2 | (b >> k & 1) << 1 | (c >> k & 1)) & 1) << k;
    return r;
}
u64 smaller(u64 a, u64 b, bool larger)
{
    if (S.is_nan(a) || S.is_nan(b)) return S.is_nan(a) && S.is_nan(b) ? S.nan() : S.is_nan(a) ? b : a;
    const int order = S.is_zero(a) && S.is_zero(b) ? int(S.is_negative(b)) - int(S.is_negative(a)) : compare(S, a, b);
    return (order > 0) == larger ? a : b;
}
bool unordered(u64 a, u64 b) { return S.is_nan(a) || S.is_nan(b); }

u64 dot(u32 a, u32 b, u32 c, bool is_signed)
{
    for (int k = 0; k < 32; k += 8)
        c += is_signed ? u32(int(static_cast<signed char>(a >> k)) * static_cast<signed char>(b >> k))
                       : (a >> k & 255) * (b >> k & 255);
    return c;
}

template <class F>
void each(u32 mask, F f)
{
    for (int lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) f(lane);
}
template <class F>
void reduced(const u64 (*a)[3], u32 mask, u64* d, F f)
{
    bool first = true;
    u32 all = 0;
    each(mask, [&](int k) { all = first ? u(a[k][0]) : f(all, u(a[k][0])), first = false; });
    each(mask, [&](int k) { d[k] = all; });
}
u32 ballot(const u64 (*a)[3], u32 mask)
{
    u32 set = 0;
    each(mask, [&](int k) { set |= u32(a[k][0] & 1) << k; });
    return set;
}
enum class way { up, down, butterfly, index };
void shuffled(const u64 (*a)[3], u32 mask, u64* d, way w)
{
    // The second operand's low five bits; whole warps.
    each(mask, [&](int k) {
        const int b = int(a[k][1] & 31);
        const int j = w == way::up ? k - b : w == way::down ? k + b : w == way::butterfly ? k ^ b : b;
        d[k] = a[j < 0 || j > 31 ? k : j][0];
    });
}

std::vector<operation> make()
{
    std::vector<operation> all;
    auto add = [&](const char* name, const char* signature, scalar_function f, const std::string& text = "",
                   int sm = 75) {
        all.push_back({name, signature, f, nullptr, text, false, sm});
    };
    auto warp = [&](const char* name, const char* signature, const char* text, warp_function f, bool converged = false,
                    int sm = 75) {
        all.push_back({name, signature, nullptr, f, text, converged, sm});
    };
#define OF(expression) [](const u64* a) -> u64 { return expression; }
    add("add.u32", "rrr", OF(u(a[0]) + u(a[1])));
    add("sub.s32", "rrr", OF(u(a[0]) - u(a[1])));
    add("add.sat.s32", "rrr", OF(saturated(s64(i(a[0])) + i(a[1]))));
    add("sub.sat.s32", "rrr", OF(saturated(s64(i(a[0])) - i(a[1]))));
    add("mul.lo.s32", "rrr", OF(u(a[0]) * u(a[1])));
    add("mul.hi.u32", "rrr", OF(u64(u(a[0])) * u(a[1]) >> 32));
    add("mul.hi.s32", "rrr", OF(u32(s64(i(a[0])) * i(a[1]) >> 32)));
    add("mad.lo.u32", "rrrr", OF(u(a[0]) * u(a[1]) + u(a[2])));
    add("mad.hi.s32", "rrrr", OF(u32(s64(i(a[0])) * i(a[1]) >> 32) + u(a[2])));
    add("div.u32", "rrr", OF(u(a[1]) ? u(a[0]) / u(a[1]) : ~0u));
    add("rem.u32", "rrr", OF(u(a[1]) ? u(a[0]) % u(a[1]) : ~0u));
    add("div.s32", "rrr", OF(u(a[1]) ? u32(s64(i(a[0])) / i(a[1])) : ~0u));
    add("rem.s32", "rrr", OF(u(a[1]) ? u32(s64(i(a[0])) % i(a[1])) : ~0u));
    add("min.u32", "rrr", OF(std::min(u(a[0]), u(a[1]))));
    add("max.u32", "rrr", OF(std::max(u(a[0]), u(a[1]))));
    add("min.s32", "rrr", OF(u32(std::min(i(a[0]), i(a[1])))));
    add("max.s32", "rrr", OF(u32(std::max(i(a[0]), i(a[1])))));
    add("abs.s32", "rr", OF(i(a[0]) < 0 ? 0u - u(a[0]) : u(a[0])));
    add("neg.s32", "rr", OF(0u - u(a[0])));
    add("sad.u32", "rrrr", OF(u(a[2]) + (std::max(u(a[0]), u(a[1])) - std::min(u(a[0]), u(a[1])))));
    add("sad.s32", "rrrr", OF(u(a[2]) + u32(std::max(i(a[0]), i(a[1]))) - u32(std::min(i(a[0]), i(a[1])))));
    add("and.b32", "rrr", OF(u(a[0]) & u(a[1])));
    add("or.b32", "rrr", OF(u(a[0]) | u(a[1])));
    add("xor.b32", "rrr", OF(u(a[0]) ^ u(a[1])));
    add("not.b32", "rr", OF(~u(a[0])));
    add("cnot.b32", "rr", OF(u(a[0]) == 0));
    add("shl.b32", "rrr", OF(u(a[1]) > 31 ? 0 : u(a[0]) << u(a[1])));
    add("shr.u32", "rrr", OF(u(a[1]) > 31 ? 0 : u(a[0]) >> u(a[1])));
    add("shr.s32", "rrr", OF(u32(i(a[0]) >> std::min(u(a[1]), 31u))));
    add("shf.l.wrap.b32", "rrrr", OF(u32((u64(u(a[1])) << 32 | u(a[0])) << (a[2] & 31) >> 32)));
    add("shf.r.wrap.b32", "rrrr", OF(u32((u64(u(a[1])) << 32 | u(a[0])) >> (a[2] & 31))));
    add("shf.l.clamp.b32", "rrrr", OF(u32((u64(u(a[1])) << 32 | u(a[0])) << std::min(u(a[2]), 32u) >> 32)));
    add("shf.r.clamp.b32", "rrrr", OF(u32((u64(u(a[1])) << 32 | u(a[0])) >> std::min(u(a[2]), 32u))));
    add("popc.b32", "rr", OF(ones(u(a[0]))));
    add("clz.b32", "rr", OF(u32(31 - highest(u(a[0])))));
    add("brev.b32", "rr", OF(reversed(u(a[0]))));
    add("bfind.u32", "rr", OF(u32(highest(u(a[0])))));
    add("bfind.s32", "rr", OF(u32(highest(i(a[0]) < 0 ? ~u(a[0]) : u(a[0])))));
    add("bfind.shiftamt.u32", "rr", OF(u(a[0]) ? u32(31 - highest(u(a[0]))) : ~0u));
    // ptxas takes no constants above 255 for place and length; registers may hold any.
    add("bfe.u32", "rrrr", OF(field(u(a[0]), u(a[1]), u(a[2]), false)),
        "{ .reg .b32 %x, %y; mov.b32 %x, $2; mov.b32 %y, $3; bfe.u32 $0, $1, %x, %y; }");
    add("bfe.s32", "rrrr", OF(field(u(a[0]), u(a[1]), u(a[2]), true)),
        "{ .reg .b32 %x, %y; mov.b32 %x, $2; mov.b32 %y, $3; bfe.s32 $0, $1, %x, %y; }");
    add("bfi.b32", "rrrr", OF(inserted(u(a[0]), u(a[1]), u(a[2]) & 0x1f1f)),
        "{ .reg .b32 %x, %y; and.b32 %x, $3, 31; bfe.u32 %y, $3, 8, 5; bfi.b32 $0, $1, $2, %x, %y; }");
    add("prmt.b32", "rrrr", OF(permuted(u(a[0]), u(a[1]), u(a[2]))));
    add("lop3.b32 0x96", "rrrr", OF(looked_up(u(a[0]), u(a[1]), u(a[2]), 0x96)), "lop3.b32 $0, $1, $2, $3, 0x96;");
    add("lop3.b32 0x1b", "rrrr", OF(looked_up(u(a[0]), u(a[1]), u(a[2]), 0x1b)), "lop3.b32 $0, $1, $2, $3, 0x1b;");
    add("dp4a.u32.u32", "rrrr", OF(dot(u(a[0]), u(a[1]), u(a[2]), false)));
    add("dp4a.s32.s32", "rrrr", OF(dot(u(a[0]), u(a[1]), u(a[2]), true)));
    add("cvt.s32.s8", "rr", OF(u32(s32(static_cast<signed char>(a[0])))), copied("cvt.s32.s8", "$1"));
    add("cvt.u32.u16", "rr", OF(a[0] & 0xffff), copied("cvt.u32.u16", "$1"));
    add("cvt.s32.s16", "rr", OF(u32(s32(static_cast<s16>(a[0])))), copied("cvt.s32.s16", "$1"));

    add("add.s64", "ddd", OF(a[0] + a[1]));
    add("sub.u64", "ddd", OF(a[0] - a[1]));
    add("mul.lo.s64", "ddd", OF(a[0] * a[1]));
    add("mul.hi.u64", "ddd", OF(u64(u128(a[0]) * a[1] >> 64)));
    add("mul.hi.s64", "ddd", OF(u64(s128(l(a[0])) * l(a[1]) >> 64)));
    add("mul.wide.u32", "drr", OF(u64(u(a[0])) * u(a[1])));
    add("mul.wide.s32", "drr", OF(u64(s64(i(a[0])) * i(a[1]))));
    add("mad.wide.s32", "drrd", OF(u64(s64(i(a[0])) * i(a[1])) + a[2]));
    add("mad.lo.u64", "dddd", OF(a[0] * a[1] + a[2]));
    add("div.u64", "ddd", OF(a[1] ? a[0] / a[1] : ~u64{0}));
    add("rem.s64", "ddd", OF(a[1] ? u64(s128(l(a[0])) % l(a[1])) : ~u64{0}));
    add("min.s64", "ddd", OF(u64(std::min(l(a[0]), l(a[1])))));
    add("max.u64", "ddd", OF(std::max(a[0], a[1])));
    add("and.b64", "ddd", OF(a[0] & a[1]));
    add("xor.b64", "ddd", OF(a[0] ^ a[1]));
    add("not.b64", "dd", OF(~a[0]));
    add("shl.b64", "ddr", OF(u(a[1]) > 63 ? 0 : a[0] << u(a[1])), copied("shl.b64", "$2"));
    add("shr.u64", "ddr", OF(u(a[1]) > 63 ? 0 : a[0] >> u(a[1])), copied("shr.u64", "$2"));
    add("shr.s64", "ddr", OF(u64(l(a[0]) >> std::min(u(a[1]), 63u))), copied("shr.s64", "$2"));
    add("popc.b64", "rd", OF(ones(a[0])));
    add("clz.b64", "rd", OF(u32(63 - highest(a[0]))));
    add("brev.b64", "dd", OF(reversed(a[0])));
    add("cvt.u32.u64", "rd", OF(u(a[0])));
    add("cvt.s64.s32", "dr", OF(u64(s64(i(a[0])))));
    add("cvt.u64.u32", "dr", OF(u(a[0])));
    add("mov.b64 pack", "drr", OF(u64(u(a[1])) << 32 | u(a[0])), "mov.b64 $0, {$1, $2};");
    add("add.cc.u32, addc.u32", "ddd", OF(a[0] + a[1]),
        "{ .reg .b32 %a<2>, %b<2>; mov.b64 {%a0, %a1}, $1; mov.b64 {%b0, %b1}, $2; add.cc.u32 %a0, %a0, %b0; addc.u32 "
        "%a1, %a1, %b1; "
        "mov.b64 $0, {%a0, %a1}; }");

    add("add.rn.f32", "fff", OF(opcode_test::add(S, a[0], a[1], mode::nearest)));
    add("add.rz.f32", "fff", OF(opcode_test::add(S, a[0], a[1], mode::zero)));
    add("sub.rp.f32", "fff", OF(subtract(S, a[0], a[1], mode::up)));
    add("mul.rn.f32", "fff", OF(multiply(S, a[0], a[1], mode::nearest)));
    add("mul.rm.f32", "fff", OF(multiply(S, a[0], a[1], mode::down)));
    add("mul.rn.ftz.f32", "fff", OF(multiply(S, a[0], a[1], mode::nearest, true)));
    add("fma.rn.f32", "ffff", OF(fused(S, a[0], a[1], a[2], mode::nearest)));
    add("fma.rz.f32", "ffff", OF(fused(S, a[0], a[1], a[2], mode::zero)));
    add("div.rn.f32", "fff", OF(divide(S, a[0], a[1], mode::nearest)));
    add("sqrt.rn.f32", "ff", OF(square_root(S, a[0], mode::nearest)));
    add("rcp.rn.f32", "ff", OF(divide(S, S.one(), a[0], mode::nearest)));
    add("min.f32", "fff", OF(smaller(a[0], a[1], false)));
    add("max.f32", "fff", OF(smaller(a[0], a[1], true)));
    add("cvt.rn.f32.s32", "fr", OF(from_integer(S, i(a[0]), mode::nearest)));
    add("cvt.rz.f32.u32", "fr", OF(from_integer(S, u(a[0]), mode::zero)));
    add("cvt.rn.f32.u64", "fd", OF(from_integer(S, s128(a[0]), mode::nearest)));
    add("cvt.rzi.s32.f32", "rf", OF(S.is_nan(a[0]) ? 0 : u32(to_integer(S, a[0], mode::zero, 32, true))));
    add("cvt.rni.u32.f32", "rf", OF(S.is_nan(a[0]) ? 0 : u32(to_integer(S, a[0], mode::nearest, 32, false))));
    add("cvt.rpi.f32.f32", "ff", OF(to_integral(S, a[0], mode::up)));
    add("cvt.f64.f32", "Ff", OF(S.is_nan(a[0]) ? widened_nan(u(a[0])) : convert(D, S, a[0], mode::nearest)));
    add("cvt.rn.f32.f64", "fF", OF(convert(S, D, a[0], mode::nearest)));
    add("cvt.rn.f64.s64", "Fd", OF(from_integer(D, l(a[0]), mode::nearest)));

    add("setp.lt.s32", "prr", OF(i(a[0]) < i(a[1])));
    add("setp.ge.u32", "prr", OF(u(a[0]) >= u(a[1])));
    add("setp.eq.b32", "prr", OF(u(a[0]) == u(a[1])));
    add("setp.gt.s64", "pdd", OF(l(a[0]) > l(a[1])));
    add("setp.lo.u64", "pdd", OF(a[0] < a[1]));
    add("setp.lt.f32", "pff", OF(!unordered(a[0], a[1]) && compare(S, a[0], a[1]) < 0));
    add("setp.neu.f32", "pff", OF(unordered(a[0], a[1]) || compare(S, a[0], a[1]) != 0));
    add("setp.num.f32", "pff", OF(!unordered(a[0], a[1])));
    add("and.pred", "ppp", OF(a[0] & a[1]));
    add("xor.pred", "ppp", OF(a[0] ^ a[1]));
    add("not.pred", "pp", OF(!a[0]));
    add("selp.b32", "rrrp", OF(a[2] ? u(a[0]) : u(a[1])));
    add("selp.b64", "dddp", OF(a[2] ? a[0] : a[1]));
    add("slct.u32.s32", "rrrr", OF(i(a[2]) >= 0 ? u(a[0]) : u(a[1])));

    warp("vote.sync.ballot.b32", "rp", "vote.sync.ballot.b32 $0, $1, $m;",
         [](const u64(*a)[3], u32 m, u64* d) { each(m, [&](int k) { d[k] = ballot(a, m); }); });
    warp("vote.sync.any.pred", "pp", "vote.sync.any.pred $0, $1, $m;",
         [](const u64(*a)[3], u32 m, u64* d) { each(m, [&](int k) { d[k] = ballot(a, m) != 0; }); });
    warp("vote.sync.all.pred", "pp", "vote.sync.all.pred $0, $1, $m;",
         [](const u64(*a)[3], u32 m, u64* d) { each(m, [&](int k) { d[k] = ballot(a, m) == m; }); });
    warp("vote.sync.uni.pred", "pp", "vote.sync.uni.pred $0, $1, $m;", [](const u64(*a)[3], u32 m, u64* d) {
        each(m, [&](int k) { d[k] = ballot(a, m) == m || ballot(a, m) == 0; });
    });
    warp("match.any.sync.b32", "rr", "match.any.sync.b32 $0, $1, $m;", [](const u64(*a)[3], u32 m, u64* d) {
        each(m, [&](int k) {
            u32 same = 0;
            each(m, [&](int j) { same |= u32(u(a[j][0]) == u(a[k][0])) << j; });
            d[k] = same;
        });
    });
    warp(
        "redux.sync.add.u32", "rr", "redux.sync.add.u32 $0, $1, $m;",
        [](const u64(*a)[3], u32 m, u64* d) { reduced(a, m, d, [](u32 x, u32 y) { return x + y; }); }, false, 80);
    warp(
        "redux.sync.min.s32", "rr", "redux.sync.min.s32 $0, $1, $m;",
        [](const u64(*a)[3], u32 m, u64* d) { reduced(a, m, d, [](u32 x, u32 y) { return i(x) < i(y) ? x : y; }); },
        false, 80);
    warp(
        "redux.sync.xor.b32", "rr", "redux.sync.xor.b32 $0, $1, $m;",
        [](const u64(*a)[3], u32 m, u64* d) { reduced(a, m, d, [](u32 x, u32 y) { return x ^ y; }); }, false, 80);
    // From the lowest lane that runs.
    warp("shfl.sync.idx of the first", "rr",
         "{ .reg .b32 %x; brev.b32 %x, $m; clz.b32 %x, %x; shfl.sync.idx.b32 $0, $1, %x, 31, $m; }",
         [](const u64(*a)[3], u32 m, u64* d) { each(m, [&](int k) { d[k] = a[highest(m & (0u - m))][0]; }); });
    const char* masked = "{ .reg .b32 %x; and.b32 %x, $2, 31; shfl.sync.WAY.b32 $0, $1, %x, LAST, $m; }";
    auto shuffle = [&](const char* name, const char* last, warp_function f) {
        std::string text = masked;
        text.replace(text.find("WAY"), 3, name).replace(text.find("LAST"), 4, last);
        warp((std::string("shfl.sync.") + name).c_str(), "rrr", text.c_str(), f, true);
    };
    shuffle("up", "0", [](const u64(*a)[3], u32 m, u64* d) { shuffled(a, m, d, way::up); });
    shuffle("down", "31", [](const u64(*a)[3], u32 m, u64* d) { shuffled(a, m, d, way::down); });
    shuffle("bfly", "31", [](const u64(*a)[3], u32 m, u64* d) { shuffled(a, m, d, way::butterfly); });
    shuffle("idx", "31", [](const u64(*a)[3], u32 m, u64* d) { shuffled(a, m, d, way::index); });
#undef OF
    return all;
}

} // namespace

const std::vector<operation>& operations()
{
    static const std::vector<operation> all = make();
    return all;
}

} // namespace kernel_fuzzer
