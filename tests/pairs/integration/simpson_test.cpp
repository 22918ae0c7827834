#include "simpson.hpp"

#include "quadrature_test.hpp"

using pairs::simpson;

BOOST_AUTO_TEST_CASE(sweep) { pairs::check_integrals<simpson>(); }

BOOST_AUTO_TEST_CASE(the_analytic_value)
{
    for (const std::size_t intervals : {1, 2, 3, 10, 255, 256, 257, 1000, 65537})
        for (const unsigned seed : {0, 1, 2, 3, 4, 5}) {
            const auto in = simpson::make(intervals, seed);
            const auto legacy = simpson::legacy(in), modern = simpson::modern(in);
            const long double errors[] = {in.midpoint_error(), in.trapezoid_error(), in.simpson_error()};
            for (int k = 0; k < 3; k++) {
                pairs::check_analytic(in, {legacy[k], modern[k]}, errors[k], in.rounding<double>(intervals));
                // The legacy side's own order of summation has a tighter bound.
                pairs::check_analytic(in, {legacy[k]}, errors[k], in.rounding<double>(simpson::legacy_order(in)));
            }
        }
}

BOOST_AUTO_TEST_CASE(the_orders_are_two_two_and_four)
{
    if (pairs::under_sanitizer()) return;
    const double orders[] = {2, 2, 4};
    for (int k = 0; k < 3; k++) {
        pairs::check_order(orders[k], [k](const auto& in) { return simpson::legacy(in)[k]; });
        pairs::check_order(orders[k], [k](const auto& in) { return simpson::modern(in)[k]; });
    }
}

BOOST_AUTO_TEST_CASE(refusals)
{
    double out[3];
    pairs::check_refusals<simpson>(out);
    BOOST_TEST(simpson::call_legacy(0, 1, (1 << 30) + 1, out) == cudaErrorInvalidValue);
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<simpson>(simpson::make(1000, 1)); }
