// What the tests of integrals share.
#pragma once

#include <functional>

#include "../paired_test.hpp"
#include "quadrature.hpp"

namespace pairs {

//! Sizes of a sweep; seed 0 is the programs' own interval.
inline std::vector<std::size_t> swept_intervals()
{
    std::vector<std::size_t> all = swept_sizes(256);
    all.erase(std::remove(all.begin(), all.end(), std::size_t{0}), all.end()); // refused: a case of its own
    return all;
}

template <class Knowledge>
void check_integrals()
{
    for (const std::size_t intervals : swept_intervals())
        for (const unsigned seed : {0u, 1u, 20261121u}) {
            if (seed > 1 && intervals > 100000) continue; // the CPU's sines take long
            BOOST_TEST_CONTEXT("intervals " << intervals << ", seed " << seed)
            {
                const auto in = Knowledge::make(intervals, seed);
                check_pair<Knowledge>(in);
            }
        }
}

//! Each of the given values is the integral, but for the formula's error and rounding.
inline void check_analytic(const integral_of_sine& in, const std::vector<double>& values, long double formula_error,
                           long double rounding)
{
    for (const double value : values) {
        const long double error = std::abs(value - in.exact());
        BOOST_TEST(error <= formula_error + rounding, in.intervals << " intervals: " << value << " is off by " << error
                                                                   << ", allowed are " << formula_error + rounding);
    }
}

//! The error falls by 2^order when the number of intervals doubles, to 2 %. At these numbers the next term of the
//! error is below that, and rounding too.
inline void check_order(double order, const std::function<double(const integral_of_sine&)>& value)
{
    double before = 0;
    for (const std::size_t intervals : {32, 64, 128}) {
        const auto in = quadrature::make(intervals, 0);
        const double error = std::abs(static_cast<double>(value(in) - in.exact()));
        if (before != 0)
            BOOST_TEST(std::abs(std::log2(before / error) / order - 1) < 0.02,
                       intervals << " intervals: order " << std::log2(before / error) << ", not " << order);
        before = error;
    }
}

//! No intervals, or more than the legacy side's indices count: refused.
template <class Knowledge, class Result>
void check_refusals(Result* out)
{
    BOOST_CHECK_THROW(Knowledge::modern(Knowledge::make(0, 0)), std::invalid_argument);
    for (const int wrong : {0, -1})
        BOOST_TEST(Knowledge::call_legacy(0, 1, wrong, out) == cudaErrorInvalidValue);
    BOOST_TEST(Knowledge::outside_legacy_domain(Knowledge::make(0, 0)).has_value());
}

} // namespace pairs
