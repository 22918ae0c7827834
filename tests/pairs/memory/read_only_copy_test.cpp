#include "read_only_copy.hpp"

#include "../paired_test.hpp"

using pairs::read_only_copy;

BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t size : pairs::swept_sizes(512))
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
                pairs::check_pair<read_only_copy>(read_only_copy::make(size, seed));
}

BOOST_AUTO_TEST_CASE(whole_blocks)
{
    for (const std::size_t blocks : {1, 2, 3, 37, 101})
        BOOST_TEST_CONTEXT(blocks << " blocks") {
            const auto data = read_only_copy::make(blocks * 512, 5);
            BOOST_TEST(!read_only_copy::outside_legacy_domain(data).has_value());
            pairs::check_pair<read_only_copy>(data);
        }
}

BOOST_AUTO_TEST_CASE(last_quads_of_every_length)
{
    for (std::size_t size = 1012; size < 1036; size++)
        BOOST_TEST_CONTEXT("size " << size)
            pairs::check_pair<read_only_copy>(read_only_copy::make(size, 4));
}

// The read-only path is another way, not another result.
BOOST_AUTO_TEST_CASE(three_ways_one_copy)
{
    const auto data = read_only_copy::make(1024, 6);
    for (const auto& copy : read_only_copy::legacy_copies(data))
        BOOST_TEST(copy == data);
}

// Kept defect: no bound is checked, so part of a block is refused.
BOOST_AUTO_TEST_CASE(the_legacy_side_refuses_parts_of_blocks)
{
    for (const std::size_t size : {0, 1, 511, 513})
        pairs::check_refused<read_only_copy>(read_only_copy::make(size, 1));
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<read_only_copy>(read_only_copy::make(1024, 1)); }
