// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

// The library stores a sum for each of its blocks, and a second kernel reads these. If there are few points, one block
// does all.
BOOST_AUTO_TEST_CASE(what_the_kernels_do, *pairs::counters())
{
    pairs::check_legacy_kernel<trapezoid>(1);
    const auto modern = pairs::counters_of<trapezoid>(&trapezoid::modern, trapezoid::make(1 << 16, 0));
    BOOST_REQUIRE(modern.size() == 2);
    BOOST_TEST(modern[0].launches + modern[1].launches == 2);
    BOOST_TEST(modern[0].global_atomics + modern[1].global_atomics == 0);
    BOOST_TEST(modern[0].global_stores.requested_bytes > sizeof(double));
    BOOST_TEST(modern[1].global_loads.requested_bytes == modern[0].global_stores.requested_bytes);
    BOOST_TEST(modern[1].global_stores.requested_bytes == sizeof(double));
    BOOST_TEST(pairs::counters_of<trapezoid>(&trapezoid::modern, trapezoid::make(1000, 0)).size() == 1);
}

// The library adds in the same order each time, so the bits are the same: no atomic addition takes part.
BOOST_AUTO_TEST_CASE(the_modern_sum_is_repeatable)
{
    for (const std::size_t intervals : {1000, 65537}) {
        const auto in = trapezoid::make(intervals, 1);
        const double first = trapezoid::modern(in);
        for (int run = 0; run < 3; run++) {
            const pairs::agreement same = pairs::identical(first, trapezoid::modern(in));
            BOOST_TEST(same.holds, same.words);
        }
    }
}

// Kept defect: the legacy side computes each sine twice, except the first and the last.
BOOST_AUTO_TEST_CASE(how_many_sines, *pairs::counters())
{
    constexpr std::size_t n = 1000;
    pairs::check_sines<trapezoid>(n, 2 * n, n + 1);
}
