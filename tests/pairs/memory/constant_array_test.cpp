// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "constant_array.hpp"

#include "../large_size.hpp"
#include "efficiency.hpp"

using pairs::memory::constant_array;

BOOST_AUTO_TEST_CASE(sweep) { pairs::sweep_pair<constant_array>(256); }

BOOST_AUTO_TEST_CASE(last_blocks_of_every_length)
{
    for (std::size_t size = 1020; size < 1032; size++)
        BOOST_TEST_CONTEXT("size " << size)
    pairs::check_pair<constant_array>(constant_array::make(size, 4));
}

BOOST_AUTO_TEST_CASE(each_coefficient_has_its_place)
{
    for (int k = 0; k < 4; k++) {
        constant_array::input in{{}, {2.f, -3.f, 0.5f, 10.f, 7.f}};
        in.coefficients[k] = 5.f;
        for (const auto& out : {constant_array::legacy(in), constant_array::modern(in)})
            for (std::size_t i = 0; i < in.x.size(); i++)
                BOOST_TEST(out[i] == 5.f * std::pow(in.x[i], k));
    }
}

// A symbol keeps its last value.
BOOST_AUTO_TEST_CASE(runs_one_after_another)
{
    for (unsigned seed = 1; seed < 6; seed++)
        BOOST_TEST_CONTEXT("seed " << seed)
    pairs::check_pair<constant_array>(constant_array::make(300, seed));
}

BOOST_AUTO_TEST_CASE(no_elements)
{
    BOOST_TEST(constant_array::modern(constant_array::make(0, 1)).empty());
    pairs::check_refused<constant_array>(constant_array::make(0, 1));
}

// The grid's size, (n + BS - 1) / BS, is an int. So it overflows 255 elements before n does.
BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    pairs::check_refused_sizes([](int n) { return constant_array::call_legacy(nullptr, nullptr, nullptr, n); },
                               {-1, 0, 2147483393, 2147483647, 2147483648});
    pairs::check_domain_sizes<constant_array>({1, 2147483392}, {0, 2147483393});
}

namespace {

// Runs both sides at this size, and the modern one also with a point more.
void check_many_points(std::size_t size)
{
    const auto pattern = constant_array::make(pairs::pattern_size, 6);
    const auto values = constant_array::reference(pattern);
    constant_array::input in{pattern.coefficients, pairs::repeated(pattern.x, size + 1)};
    const auto poison = pairs::poisoned();
    pairs::check_repeats("modern", constant_array::modern(in), size + 1, values);
    in.x.pop_back();
    pairs::check_repeats("modern", constant_array::modern(in), size, values);
    pairs::check_repeats("legacy", constant_array::legacy(in), size, values);
}

} // namespace

BOOST_AUTO_TEST_CASE(points_of_a_pattern) { check_many_points(5001); }

BOOST_AUTO_TEST_CASE(the_most_points, *pairs::memory_for(std::size_t{17} << 30, std::size_t{17} << 30))
{
    check_many_points(constant_array::longest_legacy);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<constant_array>(constant_array::make(1000, 1));
}

// The purpose of constant memory: all lanes read the same coefficient.
BOOST_AUTO_TEST_CASE(the_same_coefficients_for_all, *pairs::counters())
{
    const auto in = constant_array::make(1000, 1);
    for (const auto side : {&constant_array::legacy, &constant_array::modern}) {
        const auto kernel = pairs::counters_of_one_launch<constant_array>(side, in);
        BOOST_TEST(kernel.constant_loads.requests == 32 * 4);
        BOOST_TEST(kernel.constant_loads.cache_requests == kernel.constant_loads.requests);
        BOOST_TEST(kernel.constant_loads.replays == 0);
    }
}
