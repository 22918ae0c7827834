// Floating point against 113-bit arithmetic, rounded here by search.
#define BOOST_TEST_MODULE float_forms
#include <boost/test/included/unit_test.hpp>

#include "checker.h"

#include <limits>
#include <tuple>

using exact = __float128;

// The neighbour of an exact value that a rounding mode chooses. `rest` says where the true value lies when `v` is
// already rounded to 113 bits: below (-1), at (0) or above (+1).
template <class T>
T round_to(exact v, char mode, int rest = 0)
{
    if (v != v) return std::numeric_limits<T>::quiet_NaN();
    const T nearest = static_cast<T>(v); // to nearest, once, where rest is zero
    if (std::isinf(nearest) &&
        (v > exact(std::numeric_limits<T>::max()) * 4 || v < -exact(std::numeric_limits<T>::max()) * 4) && mode == 'n')
        return nearest;
    const T infinity = std::numeric_limits<T>::infinity();
    T low = nearest, high = nearest;
    const bool above = exact(nearest) > v || (exact(nearest) == v && rest < 0);
    const bool below = exact(nearest) < v || (exact(nearest) == v && rest > 0);
    if (above) low = std::nextafter(nearest, -infinity);
    if (below) high = std::nextafter(nearest, infinity);
    switch (mode) {
    case 'z':
        return v > 0 ? low : high;
    case 'm':
        return low;
    case 'p':
        return high;
    default: {
        // Midway between two, but the true value is not: it decides.
        const T other = above ? low : high;
        if (rest != 0 && other != nearest && exact(nearest) - v == v - exact(other))
            return (rest > 0) == (other > nearest) ? other : nearest;
        return nearest;
    }
    }
}

template <class T>
void directed(const std::string& type)
{
    for (const char mode : {'n', 'z', 'm', 'p'}) {
        const std::string m = std::string(".r") + mode + ".";
        auto finite = [](T a) { return std::isfinite(a); };
        // Infinities and NaN do not depend on the mode; zeros of unlike signs do.
        auto zero = [=](T like) { return mode == 'm' ? std::copysign(T(0), T(-1)) : like; };
        check_form<T, T, T>("add" + m + type, [=](T a, T b) {
            if (!finite(a) || !finite(b)) return T(a + b);
            if (a == 0 && b == 0) return std::signbit(a) == std::signbit(b) ? a : zero(T(0));
            if (a == -b) return zero(T(0));
            const exact s = exact(a) + exact(b);
            const exact error = (exact(a) - (s - (s - exact(a)))) + (exact(b) - (s - exact(a)));
            return round_to<T>(s, mode, error < 0 ? -1 : error > 0);
        });
        check_form<T, T, T>("mul" + m + type, [=](T a, T b) {
            if (!finite(a) || !finite(b) || a == 0 || b == 0) return T(a * b);
            const T r = round_to<T>(exact(a) * exact(b), mode); // exact: 106 bits
            return r == 0 ? std::copysign(r, std::signbit(a) == std::signbit(b) ? T(1) : T(-1)) : r;
        });
    }
}

BOOST_AUTO_TEST_CASE(rounding_f32) { directed<float>("f32"); }
BOOST_AUTO_TEST_CASE(rounding_f64) { directed<double>("f64"); }

BOOST_AUTO_TEST_CASE(fma_f32)
{
    // A product of floats plus a float is exact in 113 bits unless they lie far apart; then the small one is a nudge.
    for (const char mode : {'n', 'z', 'm', 'p'})
        check_form<float, float, float, float>(std::string("fma.r") + mode + ".f32", [=](float a, float b, float c) {
            if (!std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c))
                return float(double(a) * double(b) + double(c));
            const exact p = exact(a) * exact(b), z = c;
            const exact s = p + z;
            if (s == 0) {
                const bool both = (std::signbit(a) != std::signbit(b)) == std::signbit(c);
                if (p == 0 && z == 0 && both) return c;
                return mode == 'm' ? -0.0f : 0.0f;
            }
            const exact t = s - p;
            const exact error = (p - (s - t)) + (z - t);
            const float r = round_to<float>(s, mode, error < 0 ? -1 : error > 0);
            return r == 0 ? std::copysign(r, s < 0 ? -1.0f : 1.0f) : r;
        });
}

BOOST_AUTO_TEST_CASE(division_and_roots)
{
    // Correctly rounded: no neighbour lies nearer to the true quotient.
    const auto columns = form_runner::combinations({sample_bits<float>(), sample_bits<float>()});
    const auto got = form_runner::run("div.rn.f32 $d, $a, $b;", "fff", columns);
    for (std::size_t n = 0; n < got.size(); ++n) {
        const float a = form_runner::value<float>(columns[0][n]), b = form_runner::value<float>(columns[1][n]),
                    q = form_runner::value<float>(got[n]);
        if (!std::isfinite(a) || !std::isfinite(b) || b == 0 || !std::isfinite(q)) {
            BOOST_REQUIRE(same_value<float>(got[n], a / b));
            continue;
        }
        auto off = [&](float x) {
            const exact d = exact(x) * exact(b) - exact(a);
            return d < 0 ? -d : d;
        };
        BOOST_REQUIRE(off(q) <= off(std::nextafter(q, INFINITY)));
        BOOST_REQUIRE(off(q) <= off(std::nextafter(q, -INFINITY)));
    }
    check_form<float, float>("rcp.rn.f32", [](float a) { return 1.0f / a; });
    check_form<double, double>("rcp.rn.f64", [](double a) { return 1.0 / a; });
    check_form<float, float>("sqrt.rn.f32", [](float a) { return float(std::sqrt(double(a))); });
    check_form<double, double>("sqrt.rn.f64", [](double a) { return std::sqrt(a); });
}

float flushed(float v) { return std::fpclassify(v) == FP_SUBNORMAL ? std::copysign(0.0f, v) : v; }

BOOST_AUTO_TEST_CASE(flushing_and_saturation)
{
    check_form<float, float, float>("add.ftz.f32", [](float a, float b) { return flushed(flushed(a) + flushed(b)); });
    check_form<float, float, float>("mul.ftz.f32", [](float a, float b) { return flushed(flushed(a) * flushed(b)); });
    check_form<float, float, float>("add.sat.f32", [](float a, float b) {
        const float r = a + b;
        return std::isnan(r) || r <= 0 ? 0.0f : r < 1 ? r : 1.0f;
    });
    std::vector<std::uint64_t> numbers;
    for (float x : form_runner::samples<float>())
        if (!std::isnan(x)) numbers.push_back(form_runner::bits(x));
    const auto negated = form_runner::run("neg.ftz.f32 $d, $a;", "ff", {numbers});
    const auto absolute = form_runner::run("abs.ftz.f32 $d, $a;", "ff", {numbers});
    for (std::size_t n = 0; n < numbers.size(); ++n) {
        const float x = flushed(form_runner::value<float>(numbers[n]));
        BOOST_TEST(negated[n] == form_runner::bits(-x));
        BOOST_TEST(absolute[n] == form_runner::bits(std::fabs(x)));
    }
}

BOOST_AUTO_TEST_CASE(extremes)
{
    // A NaN loses against a number; -0 is below +0.
    auto least = [](auto a, auto b) {
        if (std::isnan(a)) return b;
        if (std::isnan(b)) return a;
        if (a == b) return std::signbit(a) ? a : b;
        return a < b ? a : b;
    };
    auto greatest = [](auto a, auto b) {
        if (std::isnan(a)) return b;
        if (std::isnan(b)) return a;
        if (a == b) return std::signbit(a) ? b : a;
        return a > b ? a : b;
    };
    check_form<float, float, float>("min.f32", least);
    check_form<float, float, float>("max.f32", greatest);
    check_form<double, double, double>("min.f64", least);
    check_form<double, double, double>("max.f64", greatest);
    check_form<float, float, float>(
        "min.NaN.f32", [=](float a, float b) { return std::isnan(a) || std::isnan(b) ? NAN : least(a, b); });
}

// Relative error in units of 2^-23, for results that are normal numbers.
void within(const std::string& text, double (*function)(double), double low, double high, double units,
            double absolute = 0)
{
    std::vector<std::uint64_t> column;
    for (int n = 0; n < 4000; ++n)
        column.push_back(form_runner::bits(float(low + (high - low) * n / 4000)));
    const auto got = form_runner::run(text, "ff", {column});
    for (std::size_t n = 0; n < got.size(); ++n) {
        const double want = function(form_runner::value<float>(column[n]));
        const double error = std::fabs(form_runner::value<float>(got[n]) - want);
        BOOST_REQUIRE_MESSAGE(error <= std::fabs(want) * units * 0x1p-23 + absolute,
                              text << " at " << form_runner::value<float>(column[n]) << ": error " << error);
    }
}

BOOST_AUTO_TEST_CASE(approximations)
{
    within(
        "rcp.approx.f32 $d, $a;", [](double a) { return 1 / a; }, 0.1, 1000, 1);
    within(
        "rsqrt.approx.f32 $d, $a;", [](double a) { return 1 / std::sqrt(a); }, 0.1, 1000, 2);
    within(
        "sqrt.approx.f32 $d, $a;", [](double a) { return std::sqrt(a); }, 0.1, 1000, 2);
    within(
        "ex2.approx.f32 $d, $a;", [](double a) { return std::exp2(a); }, -100, 100, 2);
    within(
        "lg2.approx.f32 $d, $a;", [](double a) { return std::log2(a); }, 0.5, 2, 0, 0x1p-22);
    within(
        "sin.approx.f32 $d, $a;", [](double a) { return std::sin(a); }, -3.14, 3.14, 0, 0x1p-20);
    within(
        "cos.approx.f32 $d, $a;", [](double a) { return std::cos(a); }, -3.14, 3.14, 0, 0x1p-20);
    within(
        "tanh.approx.f32 $d, $a;", [](double a) { return std::tanh(a); }, -5, 5, 4096);
}

// Half precision by brute force: the nearest of all 65536 values, ties to even.
double half_value(unsigned b)
{
    const int e = b >> 10 & 31;
    const double f = b & 1023;
    const double v = e == 0 ? std::ldexp(f, -24) : e == 31 ? (f != 0 ? NAN : INFINITY) : std::ldexp(1024 + f, e - 25);
    return b & 0x8000 ? -v : v;
}
unsigned half_nearest(double v)
{
    if (std::isnan(v)) return 0x7fff;
    const unsigned sign = std::signbit(v) ? 0x8000 : 0;
    v = std::fabs(v);
    if (v >= 65520) return sign | 0x7c00;
    unsigned low = 0, high = 0x7bff;
    while (low < high) { // the largest value not above v
        const unsigned middle = (low + high + 1) / 2;
        if (half_value(middle) <= v) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    if (low == 0x7bff) return sign | (v - 65504 >= 16 ? 0x7c00 : low);
    const double down = v - half_value(low), up = half_value(low + 1) - v;
    return sign | (down < up || (down == up && low % 2 == 0) ? low : low + 1);
}

BOOST_AUTO_TEST_CASE(half_precision)
{
    std::vector<std::uint64_t> halves;
    for (unsigned b = 0; b < 65536; b += 331)
        halves.push_back(b);
    for (unsigned b : {0u, 0x8000u, 1u, 0x3ffu, 0x400u, 0x7bffu, 0x7c00u, 0xfc00u, 0x3c00u, 0x3c01u})
        halves.push_back(b);
    const auto columns = form_runner::combinations({halves, halves}, 40000);
    const auto sum = form_runner::run("add.f16 $d, $a, $b;", "hhh", columns);
    const auto product = form_runner::run("mul.f16 $d, $a, $b;", "hhh", columns);
    for (std::size_t n = 0; n < sum.size(); ++n) {
        const double a = half_value(unsigned(columns[0][n])), b = half_value(unsigned(columns[1][n]));
        BOOST_REQUIRE_EQUAL(sum[n], half_nearest(a + b));
        BOOST_REQUIRE_EQUAL(product[n], half_nearest(a * b));
    }
}
