#include "write_offset.hpp"

#include "../paired_test.hpp"

using pairs::write_offset;

BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t size : pairs::swept_sizes(512))
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
                pairs::check_pair<write_offset>(write_offset::make(size, seed));
}

BOOST_AUTO_TEST_CASE(the_documents_offsets_and_blocks)
{
    const std::size_t size = pairs::under_sanitizer() ? 5000 : 1 << 20;
    for (const std::size_t offset : {0, 11, 128})
        for (const int block : {128, 256, 512, 1024})
            BOOST_TEST_CONTEXT("offset " << offset << ", block " << block)
                pairs::check_pair<write_offset>(write_offset::make(size, 3, offset, block));
}

BOOST_AUTO_TEST_CASE(offsets_at_the_end)
{
    for (const std::size_t offset : {999, 1000, 1001, 1 << 30})
        BOOST_TEST_CONTEXT("offset " << offset)
            pairs::check_pair<write_offset>(write_offset::make(1000, 4, offset, 512));
}

BOOST_AUTO_TEST_CASE(odd_blocks)
{
    for (const int block : {1, 7, 33})
        BOOST_TEST_CONTEXT("block " << block)
            pairs::check_pair<write_offset>(write_offset::make(1000, 5, 11, block));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_launched)
{
    for (const int block : {0, -1, 1025})
        BOOST_CHECK_THROW(write_offset::legacy(write_offset::make(100, 1, 0, block)), std::runtime_error);
    BOOST_CHECK_THROW(write_offset::legacy(write_offset::make(0, 1, 0, 512)), std::runtime_error);
    BOOST_CHECK_THROW(write_offset::modern(write_offset::make(100, 1, 0, 0)), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<write_offset>(write_offset::make(1000, 1)); }
