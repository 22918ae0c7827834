#include "trapezoid.hpp"

#include "quadrature_test.hpp"

using pairs::integration::trapezoid;

BOOST_AUTO_TEST_CASE(sweep) { pairs::check_integrals<trapezoid>(); }

BOOST_AUTO_TEST_CASE(the_formula_and_the_integral) { pairs::check_one_formula<trapezoid>(); }

BOOST_AUTO_TEST_CASE(the_order_is_two, *pairs::without_sanitizer()) { pairs::check_order_of_both_sides<trapezoid>(2); }

BOOST_AUTO_TEST_CASE(refusals) { pairs::check_refusals<trapezoid>(trapezoid::most_intervals); }

BOOST_AUTO_TEST_CASE(the_longest_is_taken, *pairs::without_sanitizer())
{
    pairs::check_longest_is_taken<trapezoid>(trapezoid::most_intervals);
}

BOOST_AUTO_TEST_CASE(more_than_2_31_intervals, *pairs::memory_for(std::size_t{1} << 30, std::size_t{1} << 30))
{
    pairs::check_many_intervals<trapezoid>();
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<trapezoid>(trapezoid::make(1000, 1));
}

BOOST_AUTO_TEST_CASE(what_the_kernels_do, *pairs::counters()) { pairs::check_kernels<trapezoid>(1); }

// Kept defect: the legacy side computes each sine but the first and the last twice.
BOOST_AUTO_TEST_CASE(how_many_sines, *pairs::counters())
{
    constexpr std::size_t n = 1000;
    pairs::check_sines<trapezoid>(n, 2 * n, n + 1);
}
