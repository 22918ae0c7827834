// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "midpoint.hpp"

#include "quadrature_test.hpp"

using pairs::integration::midpoint;

BOOST_AUTO_TEST_CASE(sweep) { pairs::check_integrals<midpoint>(); }

BOOST_AUTO_TEST_CASE(the_formula_and_the_integral) { pairs::check_one_formula<midpoint>(); }

BOOST_AUTO_TEST_CASE(the_order_is_two, *pairs::without_sanitizer()) { pairs::check_order_of_both_sides<midpoint>(2); }

BOOST_AUTO_TEST_CASE(refusals) { pairs::check_refusals<midpoint>(midpoint::most_intervals); }

BOOST_AUTO_TEST_CASE(the_longest_is_taken, *pairs::without_sanitizer())
{
    pairs::check_longest_is_taken<midpoint>(midpoint::most_intervals);
}

BOOST_AUTO_TEST_CASE(more_than_2_31_intervals, *pairs::memory_for(std::size_t{1} << 30, std::size_t{1} << 30))
{
    pairs::check_many_intervals<midpoint>();
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<midpoint>(midpoint::make(1000, 1));
}

BOOST_AUTO_TEST_CASE(what_the_kernels_do, *pairs::counters()) { pairs::check_kernels<midpoint>(1, 2); }

// A sine in each interval.
BOOST_AUTO_TEST_CASE(how_many_sines, *pairs::counters())
{
    constexpr std::size_t n = 1000;
    pairs::check_sines<midpoint>(n, n, n);
}
