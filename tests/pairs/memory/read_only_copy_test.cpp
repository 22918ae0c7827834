// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "read_only_copy.hpp"

#include "../large_size.hpp"

using pairs::memory::read_only_copy;

BOOST_AUTO_TEST_CASE(sweep) { pairs::sweep_pair<read_only_copy>(512); }

BOOST_AUTO_TEST_CASE(whole_blocks)
{
    for (const std::size_t blocks : {1, 2, 3, 37, 101})
        BOOST_TEST_CONTEXT(blocks << " blocks")
        {
            const auto data = read_only_copy::make(blocks * 512, 5);
            BOOST_TEST(!read_only_copy::outside_legacy_domain(data).has_value());
            pairs::check_pair<read_only_copy>(data);
        }
}

BOOST_AUTO_TEST_CASE(last_blocks_of_every_length)
{
    for (std::size_t size = 1012; size < 1036; size++)
        BOOST_TEST_CONTEXT("size " << size)
    pairs::check_pair<read_only_copy>(read_only_copy::make(size, 4));
}

// The read-only path changes the path, not the result.
BOOST_AUTO_TEST_CASE(three_ways_one_copy)
{
    const auto data = read_only_copy::make(1024, 6);
    for (const auto& copies : {read_only_copy::legacy_copies(data), read_only_copy::modern_copies(data)})
        for (const auto& copy : copies)
            BOOST_TEST(copy == data);
}

// Kept defect: the kernel has no bound, so the entry refuses a partial block.
BOOST_AUTO_TEST_CASE(the_legacy_side_refuses_parts_of_blocks)
{
    for (const std::size_t size : {0, 1, 511, 513})
        pairs::check_refused<read_only_copy>(read_only_copy::make(size, 1));
}

BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    pairs::check_refused_sizes([](int n) { return read_only_copy::call_legacy(nullptr, nullptr, nullptr, nullptr, n); },
                               {-512, 0, 511, 513, 2147483137, 2147483647, 2147483648});
    pairs::check_domain_sizes<read_only_copy>({512, 2147483136}, {0, 511, 2147483137, 2147483648});
}

namespace {

// Runs both sides at this size, and the modern one also with an element more.
void check_long_copies(std::size_t size)
{
    const auto pattern = read_only_copy::make(pairs::pattern_size, 6);
    std::vector<int> data = pairs::repeated(pattern, size + 1);
    const auto poison = pairs::poisoned();
    pairs::check_repeats("modern", read_only_copy::modern(data), size + 1, pattern);
    data.pop_back();
    pairs::check_repeats("modern", read_only_copy::modern(data), size, pattern);
    for (const auto& copy : read_only_copy::legacy_copies(data))
        pairs::check_repeats("legacy", copy, size, pattern);
}

} // namespace

BOOST_AUTO_TEST_CASE(copies_of_a_pattern) { check_long_copies(512 * 11); }

BOOST_AUTO_TEST_CASE(the_longest_copies, *pairs::memory_for(std::size_t{33} << 30, std::size_t{33} << 30))
{
    check_long_copies(read_only_copy::longest_legacy);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<read_only_copy>(read_only_copy::make(1024, 1));
}
