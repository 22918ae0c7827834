#include "trapezoid.hpp"

#include "quadrature_test.hpp"

using pairs::trapezoid;

BOOST_AUTO_TEST_CASE(sweep) { pairs::check_integrals<trapezoid>(); }

// Each side within the bound of its own order of summation.
BOOST_AUTO_TEST_CASE(the_formula_and_the_integral)
{
    pairs::for_each_integral([](const auto& in) {
        pairs::check_formula("legacy", in, trapezoid::legacy(in), in.trapezoid, in.trapezoid_error(),
                             in.template rounding<double>(trapezoid::legacy_order(in)));
        pairs::check_formula("modern", in, trapezoid::modern(in), in.trapezoid, in.trapezoid_error(),
                             in.template rounding<double>(trapezoid::modern_order(in)));
    });
}

BOOST_AUTO_TEST_CASE(the_order_is_two)
{
    if (pairs::under_sanitizer()) return;
    pairs::check_order(2, &trapezoid::legacy);
    pairs::check_order(2, &trapezoid::modern);
}

BOOST_AUTO_TEST_CASE(refusals) { pairs::check_refusals<trapezoid>(std::size_t{1} << 30); }

BOOST_AUTO_TEST_CASE(more_than_2_31_intervals, *pairs::memory_for(std::size_t{1} << 30, std::size_t{1} << 30))
{
    const auto longest = pairs::many_intervals(std::size_t{1} << 30),
               longer = pairs::many_intervals(pairs::beyond_32_bits);
    pairs::check_integral("legacy", longest, trapezoid::legacy(longest), longest.trapezoid_error(),
                          longest.rounding<double>(trapezoid::legacy_order(longest)));
    pairs::check_integral("modern", longest, trapezoid::modern(longest), longest.trapezoid_error(),
                          longest.rounding<double>(trapezoid::modern_order(longest)));
    pairs::check_integral("modern", longer, trapezoid::modern(longer), longer.trapezoid_error(),
                          longer.rounding<double>(trapezoid::modern_order(longer)));
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<trapezoid>(trapezoid::make(1000, 1)); }

BOOST_AUTO_TEST_CASE(what_the_kernels_do, *pairs::counters()) { pairs::check_kernels<trapezoid>(1); }

// Kept defect: the legacy side computes each sine but the first and the last twice.
BOOST_AUTO_TEST_CASE(how_many_sines, *pairs::counters())
{
    constexpr std::size_t n = 1000;
    pairs::check_sines<trapezoid>(n, 2 * n, n + 1);
}
