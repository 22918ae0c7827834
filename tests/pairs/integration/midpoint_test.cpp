#include "midpoint.hpp"

#include "quadrature_test.hpp"

using pairs::midpoint;

BOOST_AUTO_TEST_CASE(sweep) { pairs::check_integrals<midpoint>(); }

BOOST_AUTO_TEST_CASE(the_analytic_value)
{
    for (const std::size_t intervals : {1, 2, 3, 10, 255, 256, 257, 1000, 65537})
        for (const unsigned seed : {0, 1, 2, 3, 4, 5}) {
            const auto in = midpoint::make(intervals, seed);
            pairs::check_analytic(in, {midpoint::legacy(in), midpoint::modern(in)}, in.midpoint_error(),
                                  in.rounding<double>(intervals));
            // The legacy side's own order of summation has a tighter bound.
            pairs::check_analytic(in, {midpoint::legacy(in)}, in.midpoint_error(),
                                  in.rounding<double>(midpoint::legacy_order(in)));
        }
}

BOOST_AUTO_TEST_CASE(the_order_is_two)
{
    if (pairs::under_sanitizer()) return;
    pairs::check_order(2, &midpoint::legacy);
    pairs::check_order(2, &midpoint::modern);
}

BOOST_AUTO_TEST_CASE(refusals)
{
    double out;
    pairs::check_refusals<midpoint>(&out);
    BOOST_TEST(midpoint::call_legacy(0, 1, (1 << 30) + 1, &out) == cudaErrorInvalidValue);
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<midpoint>(midpoint::make(1000, 1)); }
