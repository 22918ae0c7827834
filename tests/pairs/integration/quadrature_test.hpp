// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common parts of the tests of integrals.
#pragma once

#include <functional>

#include "../counters.hpp"
#include "../large_size.hpp"
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

//! Runs check_pair at each of swept_intervals(), and then `more` with the input.
template <class Knowledge, class More>
void check_integrals(More more)
{
    for (const std::size_t intervals : swept_intervals())
        for (const unsigned seed : {0u, 1u, 20261121u}) {
            if (seed > (emulated() ? 0 : 1) && intervals > 100000) continue; // the CPU's sines take long
            BOOST_TEST_CONTEXT("intervals " << intervals << ", seed " << seed)
            {
                const auto in = Knowledge::make(intervals, seed);
                check_pair<Knowledge>(in);
                more(in);
            }
        }
}

template <class Knowledge>
void check_integrals()
{
    check_integrals<Knowledge>([](const auto&) {});
}

//! Sizes and seeds, fewer under a sanitizer; seed 0 is the programs' own interval.
template <class Check>
void for_each_integral(Check check)
{
    for (const std::size_t intervals : {1, 2, 3, 10, 255, 256, 257, 1000, 65537})
        for (const unsigned seed : {0, 1, 2, 3, 4, 5}) {
            if (under_sanitizer() && (intervals > 257 || seed > 1)) continue;
            BOOST_TEST_CONTEXT("intervals " << intervals << ", seed " << seed)
            check(quadrature::make(intervals, seed));
        }
}

//! Tests that a side's value is the integral, within the formula's error and the rounding of the side's own order of
//! summation.
inline void check_integral(const char* side, const integral_of_sine& in, double value, long double formula_error,
                           long double rounding)
{
    const long double error = std::abs(value - in.exact());
    BOOST_TEST(error <= formula_error + rounding, side << ": " << value << " is " << error
                                                       << " from the integral, allowed are "
                                                       << formula_error + rounding);
}

//! Tests that a side's value is the formula's, within that rounding.
inline void check_formula(const char* side, const integral_of_sine& in, double value, long double formula,
                          long double formula_error, long double rounding)
{
    check_integral(side, in, value, formula_error, rounding);
    const long double error = std::abs(value - formula), allowed = rounding + in.reference_rounding();
    BOOST_TEST(error <= allowed,
               side << ": " << value << " is " << error << " from the formula, allowed are " << allowed);
}

//! Each side within the bound of its own order of summation.
template <class Pair>
void check_one_formula()
{
    for_each_integral([](const auto& in) {
        check_formula("legacy", in, Pair::legacy(in), Pair::formula(in), Pair::formula_error(in),
                      in.template rounding<double>(Pair::legacy_order(in)));
        check_formula("modern", in, Pair::modern(in), Pair::formula(in), Pair::formula_error(in),
                      in.template rounding<double>(Pair::modern_order(in)));
    });
}

//! Makes an input from 0 to pi without the formulas. The CPU takes too long for a number of intervals beyond 32 bits.
inline integral_of_sine many_intervals(std::size_t intervals)
{
    integral_of_sine in{0, std::acos(-1.0), intervals};
    in.magnitude = 2 + in.trapezoid_error();
    return in;
}

//! Tests the largest number that the legacy side takes, and one beyond 32 bits.
template <class Pair>
void check_many_intervals()
{
    const integral_of_sine longest = many_intervals(Pair::most_intervals), longer = many_intervals(beyond_32_bits);
    check_integral("legacy", longest, Pair::legacy(longest), Pair::formula_error(longest),
                   longest.rounding<double>(Pair::legacy_order(longest)));
    for (const integral_of_sine& in : {longest, longer})
        check_integral("modern", in, Pair::modern(in), Pair::formula_error(in),
                       in.rounding<double>(Pair::modern_order(in)));
}

//! Kept defect: thread 0 of each block adds what its 256 threads left in shared memory, and stores the block's sum. The
//! CPU adds the blocks. There are `sums` sums at once.
template <class Pair>
void check_legacy_kernel(std::size_t sums)
{
    constexpr std::size_t intervals = 1 << 16, blocks = intervals / 256, warps = 8;
    const auto legacy = counters_of_one_launch<Pair>(&Pair::legacy, Pair::make(intervals, 0));
    BOOST_TEST(legacy.shared_stores.requests == blocks * warps * sums);
    BOOST_TEST(legacy.shared_loads.requests == blocks * 256 * sums);
    BOOST_TEST(legacy.block_barriers == blocks * warps);
    BOOST_TEST(legacy.global_stores.requests == blocks * sums);
}

//! The modern kernel adds in the block, with one barrier for all sums. The number of blocks is `times` the number that
//! the device holds. They meet in atomic additions.
template <class Pair>
void check_kernels(std::size_t sums, std::size_t times = 1)
{
    constexpr std::size_t warps = 8;
    check_legacy_kernel<Pair>(sums);
    const auto modern = counters_of_one_launch<Pair>(&Pair::modern, Pair::make(1 << 16, 0));
    BOOST_TEST(modern.global_stores.requests == 0);
    const std::size_t blocks = times * resident_blocks();
    BOOST_TEST(modern.global_atomics == blocks * sums);
    BOOST_TEST(modern.shared_stores.requests == blocks * warps * sums);
    BOOST_TEST(modern.block_barriers == blocks * warps);
}

//! Tests how many sines each side computes. Each sine loads the same coefficients, and nothing else is loaded.
template <class Pair>
void check_sines(std::size_t intervals, std::size_t legacy_sines, std::size_t modern_sines)
{
    const auto in = Pair::make(intervals, 0);
    const auto legacy = counters_of_one_launch<Pair>(&Pair::legacy, in).global_loads.requested_bytes;
    const auto modern = counters_of_one_launch<Pair>(&Pair::modern, in).global_loads.requested_bytes;
    BOOST_TEST(legacy > 0);
    BOOST_TEST(legacy * modern_sines == modern * legacy_sines);
}

//! Tests that the error falls by 2^order when the number of intervals doubles, within 2 %. At these numbers the next
//! term of the error is smaller, and so is the rounding.
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

template <class Pair>
void check_order_of_both_sides(double order)
{
    check_order(order, &Pair::legacy);
    check_order(order, &Pair::modern);
}

//! No intervals, or more than the legacy side takes: refused.
template <class Knowledge>
void check_refusals(std::size_t longest)
{
    BOOST_CHECK_THROW(Knowledge::modern(Knowledge::make(0, 0)), std::invalid_argument);
    check_refused_sizes([](int n) { return Knowledge::call_legacy(0, 1, n, nullptr); },
                        {0, -1, static_cast<long long>(longest) + 1});
    for (const std::size_t wrong : {std::size_t{0}, longest + 1})
        BOOST_TEST(Knowledge::outside_legacy_domain({0, 1, wrong}).has_value());
    BOOST_TEST(!Knowledge::outside_legacy_domain({0, 1, longest}).has_value());
}

//! Tests that the largest number of intervals is not refused: the side requests memory.
template <class Knowledge>
void check_longest_is_taken(std::size_t longest)
{
    const failing_allocations none;
    BOOST_TEST(Knowledge::call_legacy(0, 1, static_cast<int>(longest), nullptr) == cudaErrorMemoryAllocation);
}

} // namespace pairs
