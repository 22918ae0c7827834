#include "shared_copy.hpp"

#include "../paired_test.hpp"

using pairs::shared_copy;

BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t size : pairs::swept_sizes(256))
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
                pairs::check_pair<shared_copy>(shared_copy::make(size, seed));
}

// Mended defect: the text's a[i] is right in the first block alone.
BOOST_AUTO_TEST_CASE(whole_blocks)
{
    for (const std::size_t blocks : {1, 2, 3, 37, 101})
        BOOST_TEST_CONTEXT(blocks << " blocks") {
            const auto data = shared_copy::make(blocks * 256, 5);
            BOOST_TEST(!shared_copy::outside_legacy_domain(data).has_value());
            pairs::check_pair<shared_copy>(data);
        }
}

BOOST_AUTO_TEST_CASE(last_blocks_of_every_length)
{
    for (std::size_t size = 257; size < 512; size += pairs::under_sanitizer() ? 50 : 1)
        BOOST_TEST_CONTEXT("size " << size)
            pairs::check_pair<shared_copy>(shared_copy::make(size, 6));
}

BOOST_AUTO_TEST_CASE(the_legacy_side_refuses_parts_of_blocks)
{
    for (const std::size_t size : {0, 1, 255, 257})
        pairs::check_refused<shared_copy>(shared_copy::make(size, 1));
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<shared_copy>(shared_copy::make(1024, 1)); }
