// cvt against searches in 113 bits.
#define BOOST_TEST_MODULE conversion_forms
#include <boost/test/included/unit_test.hpp>

#include "checker.h"

#include <limits>
#include <tuple>

using i16 = std::int16_t;
using u16 = std::uint16_t;
using i32 = std::int32_t;
using u32 = std::uint32_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;
using wide = __int128;

template <class D, class S>
void integers(const std::string& types)
{
    check_form<D, S>("cvt." + types, [](S a) { return D(a); });
    check_form<D, S>("cvt.sat." + types, [](S a) {
        const wide low = std::numeric_limits<D>::min(), high = std::numeric_limits<D>::max();
        return D(wide(a) < low ? low : wide(a) > high ? high : wide(a));
    });
}

BOOST_AUTO_TEST_CASE(integer_to_integer)
{
    integers<i16, i32>("s16.s32");
    integers<u16, i32>("u16.s32");
    integers<i32, i16>("s32.s16");
    integers<u32, u16>("u32.u16");
    integers<u32, i64>("u32.s64");
    integers<i32, u64>("s32.u64");
    integers<i64, i32>("s64.s32");
    integers<u64, u32>("u64.u32");
    integers<u64, i32>("u64.s32");
}

// A wider register as the source gives its low bits; a narrower result is extended into a wider register.
BOOST_AUTO_TEST_CASE(register_wider_than_type)
{
    const auto column = sample_bits<u64>();
    const auto low = form_runner::run("cvt.s64.s32 $d, $a;", "dd", {column});
    const auto byte = form_runner::run("cvt.u32.u8 $d, $a;", "rd", {column});
    const auto extended = form_runner::run("cvt.s16.s32 $d, $a;", "rd", {column});
    for (std::size_t n = 0; n < column.size(); ++n) {
        BOOST_REQUIRE_EQUAL(low[n], u64(i64(i32(column[n]))));
        BOOST_REQUIRE_EQUAL(byte[n], column[n] & 0xff);
        BOOST_REQUIRE_EQUAL(extended[n], u32(i32(i16(column[n]))));
    }
}

template <class D, class S>
void to_integer(const std::string& types)
{
    struct mode {
        const char* name;
        S (*round)(S);
    };
    const mode modes[] = {{"rzi", [](S v) { return std::trunc(v); }},
                          {"rmi", [](S v) { return std::floor(v); }},
                          {"rpi", [](S v) { return std::ceil(v); }},
                          {"rni", [](S v) { // half to even, by hand
                               const S f = std::floor(v), d = v - f;
                               if (d != S(0.5)) return d < S(0.5) ? f : f + 1;
                               return std::fmod(f, S(2)) == 0 ? f : f + 1;
                           }}};
    for (const mode& m : modes)
        check_form<D, S>(std::string("cvt.") + m.name + "." + types, [&m](S a) {
            if (std::isnan(a)) return sizeof(D) == 8 || sizeof(S) == 8 ? D(u64{1} << (8 * sizeof(D) - 1)) : D(0);
            if (std::isinf(a)) return a > 0 ? std::numeric_limits<D>::max() : std::numeric_limits<D>::min();
            const __float128 r = m.round(a);
            if (r > __float128(std::numeric_limits<D>::max())) return std::numeric_limits<D>::max();
            if (r < __float128(std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
            return D(r);
        });
}

BOOST_AUTO_TEST_CASE(float_to_integer)
{
    to_integer<i32, float>("s32.f32");
    to_integer<u32, float>("u32.f32");
    to_integer<i64, float>("s64.f32");
    to_integer<u64, float>("u64.f32");
    to_integer<i32, double>("s32.f64");
    to_integer<u32, double>("u32.f64");
    to_integer<i64, double>("s64.f64");
    to_integer<u64, double>("u64.f64");
}

template <class D>
D choose(__float128 v, char mode)
{
    const D nearest = static_cast<D>(v);
    if (__float128(nearest) == v || mode == 'n') return nearest;
    const D low = __float128(nearest) > v ? std::nextafter(nearest, -std::numeric_limits<D>::infinity()) : nearest;
    const D high = __float128(nearest) < v ? std::nextafter(nearest, std::numeric_limits<D>::infinity()) : nearest;
    return mode == 'm' ? low : mode == 'p' ? high : v > 0 ? low : high;
}

template <class D, class S>
void to_float(const std::string& types)
{
    for (const char mode : {'n', 'z', 'm', 'p'})
        check_form<D, S>(std::string("cvt.r") + mode + "." + types,
                         [=](S a) { return choose<D>(__float128(a), mode); });
}

BOOST_AUTO_TEST_CASE(integer_to_float)
{
    to_float<float, i32>("f32.s32");
    to_float<float, u32>("f32.u32");
    to_float<float, i64>("f32.s64");
    to_float<float, u64>("f32.u64");
    to_float<double, i32>("f64.s32");
    to_float<double, u32>("f64.u32");
    to_float<double, i64>("f64.s64");
    to_float<double, u64>("f64.u64");
}

BOOST_AUTO_TEST_CASE(float_to_float)
{
    for (const char mode : {'n', 'z', 'm', 'p'})
        check_form<float, double>(std::string("cvt.r") + mode + ".f32.f64", [=](double a) {
            if (!std::isfinite(a)) return float(a);
            const float r = choose<float>(__float128(a), mode);
            return r == 0 ? std::copysign(r, float(std::copysign(1.0, a))) : r;
        });
    check_form<double, float>("cvt.f64.f32", [](float a) { return double(a); });
    check_form<float, float>("cvt.rni.f32.f32", [](float a) { return std::nearbyint(a); });
    check_form<float, float>("cvt.rzi.f32.f32", [](float a) { return std::trunc(a); });
    check_form<double, double>("cvt.rmi.f64.f64", [](double a) { return std::floor(a); });
    check_form<float, float>("cvt.sat.f32.f32", [](float a) {
        return std::isnan(a) || a <= 0 ? 0.0f : a < 1 ? a : 1.0f;
    });
}
