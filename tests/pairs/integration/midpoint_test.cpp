#include "midpoint.hpp"

#include "quadrature_test.hpp"

using pairs::midpoint;

BOOST_AUTO_TEST_CASE(sweep) { pairs::check_integrals<midpoint>(); }

// Each side within the bound of its own order of summation.
BOOST_AUTO_TEST_CASE(the_formula_and_the_integral)
{
    pairs::for_each_integral([](const auto& in) {
        pairs::check_formula("legacy", in, midpoint::legacy(in), in.midpoint, in.midpoint_error(),
                             in.template rounding<double>(midpoint::legacy_order(in)));
        pairs::check_formula("modern", in, midpoint::modern(in), in.midpoint, in.midpoint_error(),
                             in.template rounding<double>(midpoint::modern_order(in)));
    });
}

BOOST_AUTO_TEST_CASE(the_order_is_two)
{
    if (pairs::under_sanitizer()) return;
    pairs::check_order(2, &midpoint::legacy);
    pairs::check_order(2, &midpoint::modern);
}

BOOST_AUTO_TEST_CASE(refusals) { pairs::check_refusals<midpoint>(std::size_t{1} << 30); }

BOOST_AUTO_TEST_CASE(more_than_2_31_intervals, *pairs::memory_for(std::size_t{1} << 30, std::size_t{1} << 30))
{
    const auto longest = pairs::many_intervals(std::size_t{1} << 30),
               longer = pairs::many_intervals(pairs::beyond_32_bits);
    pairs::check_integral("legacy", longest, midpoint::legacy(longest), longest.midpoint_error(),
                          longest.rounding<double>(midpoint::legacy_order(longest)));
    pairs::check_integral("modern", longest, midpoint::modern(longest), longest.midpoint_error(),
                          longest.rounding<double>(midpoint::modern_order(longest)));
    pairs::check_integral("modern", longer, midpoint::modern(longer), longer.midpoint_error(),
                          longer.rounding<double>(midpoint::modern_order(longer)));
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<midpoint>(midpoint::make(1000, 1)); }

BOOST_AUTO_TEST_CASE(what_the_kernels_do, *pairs::counters()) { pairs::check_kernels<midpoint>(1); }

// A sine in each interval.
BOOST_AUTO_TEST_CASE(how_many_sines, *pairs::counters())
{
    constexpr std::size_t n = 1000;
    pairs::check_sines<midpoint>(n, n, n);
}
