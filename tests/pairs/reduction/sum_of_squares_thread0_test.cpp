// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sum_of_squares_thread0.hpp"

#include "sum_of_squares_test.hpp"

using pairs::reduction::sum_of_squares_thread0;

CUDA_LEGACY_SUM_OF_SQUARES_TESTS(sum_of_squares_thread0)

// One of 256 threads adds: 255 loads of one lane each, and the last of the sum, in every block. The stores to global
// memory are a sum and two clocks for each block.
BOOST_AUTO_TEST_CASE(what_the_legacy_kernel_does, *pairs::counters())
{
    const auto kernel = pairs::counters_of_one_launch<sum_of_squares_thread0>(&sum_of_squares_thread0::legacy,
                                                                              sum_of_squares_thread0::make(1 << 20, 1));
    pairs::check_loads_of_the_data(kernel, 32);
    BOOST_TEST(kernel.global_stores.requests == 32 * 3);
    BOOST_TEST(kernel.shared_loads.requests == 32 * 256);
    BOOST_TEST(kernel.shared_loads.bank_conflicts == 0);
    BOOST_TEST(kernel.block_barriers == 32 * 8);
}

BOOST_AUTO_TEST_CASE(what_the_modern_kernel_does, *pairs::counters())
{
    const auto kernel = pairs::counted_modern_kernel<sum_of_squares_thread0>(&sum_of_squares_thread0::modern, 32);
    pairs::check_blocks_meet(kernel, pairs::blocks_of_a_twin());
}

BOOST_AUTO_TEST_CASE(how_many_blocks, *pairs::counters())
{
    pairs::check_number_of_blocks<sum_of_squares_thread0>(&sum_of_squares_thread0::modern, 16 * 256,
                                                          pairs::resident_blocks(), 1);
}

// The fast stage loads 16 bytes at a time: a quarter of the requests, for the same sectors. There is a block for every
// tile of 16 numbers for each thread.
BOOST_AUTO_TEST_CASE(what_the_fast_kernel_does, *pairs::counters())
{
    const auto kernel = pairs::counted_modern_kernel<sum_of_squares_thread0>(&sum_of_squares_thread0::fast, 4 * 32);
    pairs::check_blocks_meet(kernel, (1 << 20) / (16 * 256));
}

// There are eight blocks for each that the device holds at once.
BOOST_AUTO_TEST_CASE(how_many_blocks_of_the_fast_stage, *pairs::counters())
{
    pairs::check_number_of_blocks<sum_of_squares_thread0>(&sum_of_squares_thread0::fast, 16 * 256,
                                                          8 * pairs::resident_blocks(), 1);
}

// Sizes around a whole tile, with one 3 at each end of the tile.
BOOST_AUTO_TEST_CASE(tiles_and_what_fills_none)
{
    constexpr std::size_t tile = 16 * 256;
    for (const std::size_t size : {tile - 1, tile, tile + 1, 2 * tile - 1, 2 * tile, 5 * tile + 3})
        for (const std::size_t at : {std::size_t{0}, tile - 2, size / tile * tile - 1, size / tile * tile, size - 1}) {
            std::vector<int> data(size);
            if (at < size) data[at] = 3;
            BOOST_TEST_CONTEXT("size " << size << ", at " << at)
            pairs::check_pair<sum_of_squares_thread0>(data);
        }
}
