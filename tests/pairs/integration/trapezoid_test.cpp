#include "trapezoid.hpp"

#include "quadrature_test.hpp"

using pairs::trapezoid;

BOOST_AUTO_TEST_CASE(sweep) { pairs::check_integrals<trapezoid>(); }

BOOST_AUTO_TEST_CASE(the_analytic_value)
{
    for (const std::size_t intervals : {1, 2, 3, 10, 255, 256, 257, 1000, 65537})
        for (const unsigned seed : {0, 1, 2, 3, 4, 5}) {
            const auto in = trapezoid::make(intervals, seed);
            pairs::check_analytic(in, {trapezoid::legacy(in), trapezoid::modern(in)}, in.trapezoid_error(),
                                  in.rounding<double>(intervals));
            // The legacy side's own order of summation has a tighter bound.
            pairs::check_analytic(in, {trapezoid::legacy(in)}, in.trapezoid_error(),
                                  in.rounding<double>(trapezoid::legacy_order(in)));
        }
}

BOOST_AUTO_TEST_CASE(the_order_is_two)
{
    if (pairs::under_sanitizer()) return;
    pairs::check_order(2, &trapezoid::legacy);
    pairs::check_order(2, &trapezoid::modern);
}

BOOST_AUTO_TEST_CASE(refusals)
{
    double out;
    pairs::check_refusals<trapezoid>(&out);
    BOOST_TEST(trapezoid::call_legacy(0, 1, (1 << 30) + 1, &out) == cudaErrorInvalidValue);
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<trapezoid>(trapezoid::make(1000, 1)); }
