// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "simpson.hpp"

#include "quadrature_test.hpp"

using pairs::integration::simpson;

BOOST_AUTO_TEST_CASE(sweep) { pairs::check_integrals<simpson>(); }

// Each side within the bound of its own order of summation.
BOOST_AUTO_TEST_CASE(the_formulas_and_the_integral)
{
    pairs::for_each_integral([](const auto& in) {
        const auto legacy = simpson::legacy(in), modern = simpson::modern(in);
        const long double formulas[] = {in.midpoint, in.trapezoid, in.simpson()};
        const long double errors[] = {in.midpoint_error(), in.trapezoid_error(), in.simpson_error()};
        for (int k = 0; k < 3; k++) {
            pairs::check_formula("legacy", in, legacy[k], formulas[k], errors[k],
                                 in.template rounding<double>(simpson::legacy_order(in)));
            pairs::check_formula("modern", in, modern[k], formulas[k], errors[k],
                                 in.template rounding<double>(simpson::modern_order(in)));
        }
    });
}

BOOST_AUTO_TEST_CASE(the_orders_are_two_two_and_four, *pairs::without_sanitizer())
{
    const double orders[] = {2, 2, 4};
    for (int k = 0; k < 3; k++) {
        pairs::check_order(orders[k], [k](const auto& in) { return simpson::legacy(in)[k]; });
        pairs::check_order(orders[k], [k](const auto& in) { return simpson::modern(in)[k]; });
    }
}

BOOST_AUTO_TEST_CASE(refusals) { pairs::check_refusals<simpson>(simpson::most_intervals); }

BOOST_AUTO_TEST_CASE(the_longest_is_taken, *pairs::without_sanitizer())
{
    pairs::check_longest_is_taken<simpson>(simpson::most_intervals);
}

BOOST_AUTO_TEST_CASE(more_than_2_31_intervals, *pairs::memory_for(std::size_t{1} << 30, std::size_t{1} << 30))
{
    const auto longest = pairs::many_intervals(simpson::most_intervals),
               longer = pairs::many_intervals(pairs::beyond_32_bits);
    const auto legacy = simpson::legacy(longest), as_long = simpson::modern(longest), modern = simpson::modern(longer);
    for (int k = 0; k < 3; k++) {
        pairs::check_integral("legacy", longest, legacy[k], longest.trapezoid_error(),
                              longest.rounding<double>(simpson::legacy_order(longest)));
        pairs::check_integral("modern", longest, as_long[k], longest.trapezoid_error(),
                              longest.rounding<double>(simpson::modern_order(longest)));
        pairs::check_integral("modern", longer, modern[k], longer.trapezoid_error(),
                              longer.rounding<double>(simpson::modern_order(longer)));
    }
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<simpson>(simpson::make(1000, 1));
}

// Two sums at once, of the rectangles and of the trapezoids.
BOOST_AUTO_TEST_CASE(what_the_kernels_do, *pairs::counters()) { pairs::check_kernels<simpson>(2); }

// Kept defect: the legacy side computes each sine at an end twice, except the first and the last.
BOOST_AUTO_TEST_CASE(how_many_sines, *pairs::counters())
{
    constexpr std::size_t n = 1000;
    pairs::check_sines<simpson>(n, 3 * n, 2 * n + 1);
}
