// Integer, logic, shift and comparison forms against arithmetic in 128 bits.
#define BOOST_TEST_MODULE integer_forms
#include <boost/test/included/unit_test.hpp>

#include "checker.h"

#include <algorithm>
#include <bitset>
#include <tuple>

using i16 = std::int16_t;
using u16 = std::uint16_t;
using i32 = std::int32_t;
using u32 = std::uint32_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;
using wide = __int128;

template <class T>
constexpr int bits_of = int(sizeof(T) * 8);

template <class T>
void arithmetic(const std::string& t)
{
    check_form<T, T, T>("add." + t, [](wide a, wide b) { return T(a + b); });
    check_form<T, T, T>("sub." + t, [](wide a, wide b) { return T(a - b); });
    check_form<T, T, T>("mul.lo." + t, [](T a, T b) { return T(u64(wide(a)) * u64(wide(b))); });
    if constexpr (sizeof(T) < 8) {
        using W = std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, i32, u32>,
                                     std::conditional_t<std::is_signed_v<T>, i64, u64>>;
        check_form<T, T, T>("mul.hi." + t, [](wide a, wide b) { return T((a * b) >> bits_of<T>); });
        check_form<W, T, T>("mul.wide." + t, [](wide a, wide b) { return W(a * b); });
        check_form<W, T, T, W>("mad.wide." + t, [](wide a, wide b, wide c) { return W(a * b + c); });
        check_form<T, T, T, T>("mad.hi." + t, [](wide a, wide b, wide c) { return T(((a * b) >> bits_of<T>)+c); });
    } else {
        // The upper half by schoolbook multiplication of 32-bit digits.
        check_form<T, T, T>("mul.hi." + t, [](T x, T y) {
            const u64 a = u64(x), b = u64(y);
            const u64 low = (a & 0xffffffff) * (b & 0xffffffff);
            const u64 m1 = (a >> 32) * (b & 0xffffffff) + (low >> 32);
            const u64 m2 = (a & 0xffffffff) * (b >> 32) + (m1 & 0xffffffff);
            u64 high = (a >> 32) * (b >> 32) + (m1 >> 32) + (m2 >> 32);
            if (std::is_signed_v<T> && x < 0) high -= b;
            if (std::is_signed_v<T> && y < 0) high -= a;
            return T(high);
        });
    }
    check_form<T, T, T, T>("mad.lo." + t, [](T a, T b, T c) { return T(u64(wide(a)) * u64(wide(b)) + u64(wide(c))); });
    check_form<T, T, T>("min." + t, [](wide a, wide b) { return T(std::min(a, b)); });
    check_form<T, T, T>("max." + t, [](wide a, wide b) { return T(std::max(a, b)); });
    check_form<T, T, T>("div." + t, [](wide a, wide b) { return b == 0 ? T(-1) : T(a / b); });
    check_form<T, T, T>("rem." + t, [](wide a, wide b) { return b == 0 ? T(a) : T(a % b); });
    check_form<T, T, T, T>("sad." + t, [](wide a, wide b, wide c) { return T(c + (a < b ? b - a : a - b)); });
    if constexpr (std::is_signed_v<T>) {
        check_form<T, T>("abs." + t, [](wide a) { return T(a < 0 ? -a : a); });
        check_form<T, T>("neg." + t, [](wide a) { return T(-a); });
    }
}

BOOST_AUTO_TEST_CASE(arithmetic_forms)
{
    arithmetic<i16>("s16");
    arithmetic<u16>("u16");
    arithmetic<i32>("s32");
    arithmetic<u32>("u32");
    arithmetic<i64>("s64");
    arithmetic<u64>("u64");
    check_form<i32, i32, i32>("add.sat.s32",
                              [](i64 a, i64 b) { return i32(std::clamp<i64>(a + b, INT32_MIN, INT32_MAX)); });
    check_form<i32, i32, i32>("sub.sat.s32",
                              [](i64 a, i64 b) { return i32(std::clamp<i64>(a - b, INT32_MIN, INT32_MAX)); });
    check_form<i32, i32, i32>("mul24.lo.s32",
                              [](i32 a, i32 b) { return i32(i64(i32(u32(a) << 8) >> 8) * (i32(u32(b) << 8) >> 8)); });
    check_form<u32, u32, u32>("mul24.hi.u32",
                              [](u64 a, u64 b) { return u32(((a & 0xffffff) * (b & 0xffffff)) >> 16); });
}

template <class T>
void counting(const std::string& t)
{
    check_form<u32, T>("popc.b" + t, [](T a) { return u32(std::bitset<64>(a).count()); });
    check_form<u32, T>("clz.b" + t, [](T a) {
        u32 n = 0;
        while (n < u32(bits_of<T>) && !(a >> (bits_of<T> - 1 - n) & 1))
            ++n;
        return n;
    });
    check_form<T, T>("brev.b" + t, [](T a) {
        T r = 0;
        for (int k = 0; k < bits_of<T>; ++k)
            r |= T(a >> k & 1) << (bits_of<T> - 1 - k);
        return r;
    });
    check_form<u32, T>("bfind.u" + t, [](T a) {
        for (int k = bits_of<T> - 1; k >= 0; --k)
            if (a >> k & 1) return u32(k);
        return ~0u;
    });
    using S = std::make_signed_t<T>;
    check_form<u32, S>("bfind.shiftamt.s" + t, [](S a) {
        for (int k = bits_of<T> - 1; k >= 0; --k)
            if ((T(a) >> k & 1) != (a < 0)) return u32(bits_of<T> - 1 - k);
        return ~0u;
    });
    // The specification's own loop.
    auto extract = [](auto a, u32 pos, u32 len) {
        using A = decltype(a);
        const u32 msb = bits_of<A> - 1;
        pos &= 0xff;
        len &= 0xff;
        bool sign = false;
        if (std::is_signed_v<A> && len != 0) sign = u64(a) >> std::min(pos + len - 1, msb) & 1;
        A d = 0;
        for (u32 k = 0; k <= msb; ++k) {
            const bool bit = k < len && pos + k <= msb ? u64(a) >> (pos + k) & 1 : sign;
            d = A(u64(d) | u64(bit) << k);
        }
        return d;
    };
    check_form<T, T, u32, u32>("bfe.u" + t, extract);
    check_form<S, S, u32, u32>("bfe.s" + t, extract);
    check_form<T, T, T, u32, u32>("bfi.b" + t, [](T a, T b, u32 pos, u32 len) {
        pos &= 0xff;
        len &= 0xff;
        T d = b;
        for (u32 k = 0; k < len && pos + k < u32(bits_of<T>); ++k)
            d = T((d & ~(T(1) << (pos + k))) | (T(a >> (k < u32(bits_of<T>) ? k : 0) & 1) << (pos + k)));
        return d;
    });
}

BOOST_AUTO_TEST_CASE(bit_forms)
{
    counting<u32>("32");
    counting<u64>("64");
}

template <class T>
void shifts(const std::string& t)
{
    using S = std::make_signed_t<T>;
    check_form<T, T, T>("and.b" + t, [](T a, T b) { return T(a & b); });
    check_form<T, T, T>("or.b" + t, [](T a, T b) { return T(a | b); });
    check_form<T, T, T>("xor.b" + t, [](T a, T b) { return T(a ^ b); });
    check_form<T, T>("not.b" + t, [](T a) { return T(~a); });
    check_form<T, T>("cnot.b" + t, [](T a) { return T(a == 0); });
    check_form<T, T, u32>("shl.b" + t, [](T a, u32 n) { return n >= u32(bits_of<T>) ? T(0) : T(u64(a) << n); });
    check_form<T, T, u32>("shr.u" + t, [](T a, u32 n) { return n >= u32(bits_of<T>) ? T(0) : T(u64(a) >> n); });
    check_form<S, S, u32>("shr.s" + t, [](S a, u32 n) { return S(i64(a) >> std::min(n, 63u)); });
    check_form<T, T, T, bool>("selp.b" + t, [](T a, T b, bool p) { return p ? a : b; });
}

BOOST_AUTO_TEST_CASE(logic_forms)
{
    shifts<u16>("16");
    shifts<u32>("32");
    shifts<u64>("64");
    auto funnel = [](u32 a, u32 b, u32 n, bool left) {
        return u32(left ? ((u64(b) << 32 | a) << n) >> 32 : (u64(b) << 32 | a) >> n);
    };
    check_form<u32, u32, u32, u32>("shf.l.wrap.b32", [=](u32 a, u32 b, u32 c) { return funnel(a, b, c % 32, true); });
    check_form<u32, u32, u32, u32>("shf.r.wrap.b32", [=](u32 a, u32 b, u32 c) { return funnel(a, b, c % 32, false); });
    check_form<u32, u32, u32, u32>("shf.l.clamp.b32",
                                   [=](u32 a, u32 b, u32 c) { return funnel(a, b, std::min(c, 32u), true); });
    check_form<u32, u32, u32, u32>("shf.r.clamp.b32",
                                   [=](u32 a, u32 b, u32 c) { return funnel(a, b, std::min(c, 32u), false); });
    check_form<u32, u32, u32, u32>("prmt.b32", [](u32 a, u32 b, u32 c) {
        u32 r = 0;
        for (int k = 0; k < 4; ++k) {
            const u32 n = c >> 4 * k & 15;
            const u32 byte = u32((u64(b) << 32 | a) >> 8 * (n & 7)) & 0xff;
            r |= (n & 8 ? (byte >> 7) * 0xff : byte) << 8 * k;
        }
        return r;
    });
    for (int table : {0x00, 0xe8, 0x96, 0x1b, 0xff, 0x80}) {
        const auto columns =
            form_runner::combinations({sample_bits<u32>(), sample_bits<u32>(), sample_bits<u32>()}, 2000);
        const auto got = form_runner::run("lop3.b32 $d, $a, $b, $c, " + std::to_string(table) + ";", "rrrr", columns);
        for (std::size_t n = 0; n < got.size(); ++n) {
            u32 want = 0;
            for (int k = 0; k < 32; ++k)
                want |= u32(table >> ((columns[0][n] >> k & 1) * 4 + (columns[1][n] >> k & 1) * 2 +
                                      (columns[2][n] >> k & 1)) &
                            1)
                        << k;
            BOOST_REQUIRE_EQUAL(got[n], want);
        }
    }
}

template <class T>
void compare(const std::string& t)
{
    check_form<bool, T, T>("setp.eq." + t, [](T a, T b) { return a == b; });
    // Ordered: false when either is a NaN.
    check_form<bool, T, T>("setp.ne." + t, [](T a, T b) { return a < b || a > b; });
    check_form<bool, T, T>("setp.lt." + t, [](T a, T b) { return a < b; });
    check_form<bool, T, T>("setp.le." + t, [](T a, T b) { return a <= b; });
    check_form<bool, T, T>("setp.gt." + t, [](T a, T b) { return a > b; });
    check_form<bool, T, T>("setp.ge." + t, [](T a, T b) { return a >= b; });
    check_form<bool, T, T, bool>("setp.lt.and." + t, [](T a, T b, bool c) { return a < b && c; });
    check_form<bool, T, T, bool>("setp.lt.or." + t, [](T a, T b, bool c) { return a < b || c; });
    check_form<bool, T, T, bool>("setp.lt.xor." + t, [](T a, T b, bool c) { return (a < b) != c; });
    check_form<u32, T, T>("set.gt.u32." + t, [](T a, T b) { return a > b ? ~0u : 0u; });
    check_form<float, T, T>("set.gt.f32." + t, [](T a, T b) { return a > b ? 1.0f : 0.0f; });
}

BOOST_AUTO_TEST_CASE(compare_forms)
{
    compare<i16>("s16");
    compare<u16>("u16");
    compare<i32>("s32");
    compare<u32>("u32");
    compare<i64>("s64");
    compare<u64>("u64");
    compare<float>("f32");
    compare<double>("f64");
    check_form<bool, float, float>("setp.ltu.f32",
                                   [](float a, float b) { return a < b || std::isnan(a) || std::isnan(b); });
    check_form<bool, float, float>("setp.neu.f32", [](float a, float b) { return a != b; });
    check_form<bool, double, double>("setp.num.f64",
                                     [](double a, double b) { return !std::isnan(a) && !std::isnan(b); });
    check_form<bool, double, double>("setp.nan.f64", [](double a, double b) { return std::isnan(a) || std::isnan(b); });
}

// 64-bit sums by 32-bit halves with carries.
BOOST_AUTO_TEST_CASE(carry_forms)
{
    const auto columns = form_runner::combinations({sample_bits<u64>(), sample_bits<u64>()});
    const std::string head = "{ .reg .b32 al, ah, bl, bh; mov.b64 {al, ah}, $a; mov.b64 {bl, bh}, $b; ";
    const auto sum =
        form_runner::run(head + "add.cc.u32 al, al, bl; addc.u32 ah, ah, bh; mov.b64 $d, {al, ah}; }", "ddd", columns);
    const auto difference =
        form_runner::run(head + "sub.cc.u32 al, al, bl; subc.u32 ah, ah, bh; mov.b64 $d, {al, ah}; }", "ddd", columns);
    const auto product =
        form_runner::run(head + ".reg .b32 l, h; mul.lo.u32 l, al, bl; mul.hi.u32 h, al, bl; mad.lo.cc.u32 h, al, bh, "
                                "h; mad.lo.u32 h, ah, bl, h; mov.b64 $d, {l, h}; }",
                         "ddd", columns);
    for (std::size_t n = 0; n < sum.size(); ++n) {
        BOOST_REQUIRE_EQUAL(sum[n], columns[0][n] + columns[1][n]);
        BOOST_REQUIRE_EQUAL(difference[n], columns[0][n] - columns[1][n]);
        BOOST_REQUIRE_EQUAL(product[n], columns[0][n] * columns[1][n]);
    }
}
