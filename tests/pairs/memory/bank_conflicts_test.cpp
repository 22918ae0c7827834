#include "bank_conflicts.hpp"

#include "../paired_test.hpp"

using pairs::bank_conflicts;

BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t size : pairs::swept_sizes(1024))
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
                pairs::check_pair<bank_conflicts>(bank_conflicts::make(size, seed));
}

BOOST_AUTO_TEST_CASE(the_documents_strides)
{
    for (const std::size_t stride : {1, 2, 4, 8, 16, 32})
        BOOST_TEST_CONTEXT("stride " << stride) {
            pairs::check_pair<bank_conflicts>(bank_conflicts::make(1024, 3, stride));
            pairs::check_pair<bank_conflicts>(bank_conflicts::make(5000, 3, stride));
        }
}

BOOST_AUTO_TEST_CASE(odd_strides_and_long_ones)
{
    for (const std::size_t stride : {3, 6, 7, 12, 31, 33, 48, 64, 96, 511, 1000, 1023, 1024, 1025, 3000, 1 << 30})
        BOOST_TEST_CONTEXT("stride " << stride) {
            pairs::check_pair<bank_conflicts>(bank_conflicts::make(1024, 4, stride));
            pairs::check_pair<bank_conflicts>(bank_conflicts::make(999, 4, stride));
            pairs::check_pair<bank_conflicts>(bank_conflicts::make(5000, 4, stride));
        }
}

BOOST_AUTO_TEST_CASE(what_is_no_stride)
{
    BOOST_CHECK_THROW(bank_conflicts::legacy(bank_conflicts::make(1024, 1, 1025)), std::runtime_error);
    BOOST_CHECK_THROW(bank_conflicts::modern({{}, {}, {}, 0}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<bank_conflicts>(bank_conflicts::make(1000, 1)); }
