// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "constant_add.hpp"

#include "../paired_test.hpp"
#include "efficiency.hpp"

using pairs::memory::constant_add;

BOOST_AUTO_TEST_CASE(sweep) { pairs::sweep_pair<constant_add>(256); }

BOOST_AUTO_TEST_CASE(the_documents_number)
{
    const constant_add::input in{{1, 2, 3, 4, 5}, {10, 20, 30, 40, 50}, 2};
    const constant_add::result sums{13, 24, 35, 46, 57};
    BOOST_TEST(constant_add::legacy(in) == sums);
    BOOST_TEST(constant_add::modern(in) == sums);
}

BOOST_AUTO_TEST_CASE(last_blocks_of_every_length)
{
    for (std::size_t size = 1012; size < 1036; size++)
        BOOST_TEST_CONTEXT("size " << size)
    pairs::check_pair<constant_add>(constant_add::make(size, 4));
}

// Kept defect: one block, so no more than 1024 elements.
BOOST_AUTO_TEST_CASE(one_block_is_not_enough)
{
    BOOST_TEST(!constant_add::outside_legacy_domain(constant_add::make(1024, 1)).has_value());
    pairs::check_pair<constant_add>(constant_add::make(1024, 1));
    pairs::check_refused<constant_add>(constant_add::make(1025, 1));
}

// The largest and the smallest sums that an int holds, of two numbers and of three.
BOOST_AUTO_TEST_CASE(the_ends_of_an_int)
{
    constexpr int largest = std::numeric_limits<int>::max(), smallest = std::numeric_limits<int>::min();
    for (const constant_add::input& in :
         {constant_add::input{{largest, largest - 1, 5, smallest, -9}, {-7, 0, largest - 6, 7, smallest + 9}, 1},
          {{smallest, smallest + 1, -5, largest, 9}, {7, 0, smallest + 6, -7, largest - 9}, -1}}) {
        BOOST_TEST(!constant_add::outside_legacy_domain(in).has_value());
        pairs::check_pair<constant_add>(in);
    }
    for (const constant_add::input& in : {constant_add::input{{1, largest}, {1, 0}, 1},
                                          {{1, smallest}, {1, 0}, -1},
                                          {{1, largest}, {1, 1}, -1},
                                          {{1, smallest}, {1, -1}, 1}})
        BOOST_TEST(constant_add::outside_legacy_domain(in).has_value());
}

// A symbol keeps its last value. The parameters of a launch belong to that launch alone.
BOOST_AUTO_TEST_CASE(runs_one_after_another)
{
    for (unsigned seed = 1; seed < 6; seed++)
        BOOST_TEST_CONTEXT("seed " << seed)
    pairs::check_pair<constant_add>(constant_add::make(300, seed));
}

BOOST_AUTO_TEST_CASE(nothing_to_add)
{
    BOOST_TEST(constant_add::modern({{}, {}, 1}).empty());
    pairs::check_refused<constant_add>({{}, {}, 1});
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<constant_add>(constant_add::make(1000, 1));
}

// The purpose of constant memory: all lanes read the same number, in one request for a warp. The modern side's number
// is a parameter.
BOOST_AUTO_TEST_CASE(one_number_for_all, *pairs::counters())
{
    const auto in = constant_add::make(1000, 1);
    const auto legacy = pairs::counters_of_one_launch<constant_add>(&constant_add::legacy, in);
    BOOST_TEST(legacy.constant_loads.requests == 32);
    BOOST_TEST(legacy.constant_loads.cache_requests == 32);
    BOOST_TEST(legacy.constant_loads.replays == 0);
    const auto modern = pairs::counters_of_one_launch<constant_add>(&constant_add::modern, in);
    BOOST_TEST(modern.constant_loads.requests == 0);
}
