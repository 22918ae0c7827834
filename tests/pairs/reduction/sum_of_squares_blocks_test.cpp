// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sum_of_squares_blocks.hpp"

#include "sum_of_squares_test.hpp"

using pairs::reduction::sum_of_squares_blocks;

CUDA_LEGACY_SUM_OF_SQUARES_TESTS(sum_of_squares_blocks)

// The document blames the 8192 numbers that are written, and moves the sum into the blocks to avoid them. They are less
// than a hundredth of the traffic: 1024 sectors, and one for each of the 64 clocks, beside 131072.
BOOST_AUTO_TEST_CASE(what_the_legacy_kernel_moves, *pairs::counters())
{
    const auto kernel = pairs::counters_of_one_launch<sum_of_squares_blocks>(&sum_of_squares_blocks::legacy,
                                                                             sum_of_squares_blocks::make(1 << 20, 1));
    pairs::check_loads_of_the_data(kernel, 32);
    BOOST_TEST(kernel.global_stores.requests == 8192 / 32 + 64);
    BOOST_TEST(kernel.global_stores.sectors_32 == 8192 * 4 / 32 + 64);
    BOOST_TEST(kernel.shared_loads.requests + kernel.shared_stores.requests == 0);
    BOOST_TEST(kernel.block_barriers == 0);
}

// A warp's 32 sums become one atomic addition, without shared memory and without a barrier.
BOOST_AUTO_TEST_CASE(what_the_modern_kernel_moves, *pairs::counters())
{
    const auto kernel = pairs::counted_modern_kernel<sum_of_squares_blocks>(&sum_of_squares_blocks::modern, 32);
    BOOST_TEST(kernel.global_atomics == pairs::blocks_of_a_twin() * 8);
    BOOST_TEST(kernel.shared_loads.requests + kernel.shared_stores.requests == 0);
    BOOST_TEST(kernel.block_barriers == 0);
}

BOOST_AUTO_TEST_CASE(how_many_blocks, *pairs::counters())
{
    pairs::check_number_of_blocks<sum_of_squares_blocks>(&sum_of_squares_blocks::modern, 16 * 256,
                                                         pairs::resident_blocks(), 8);
}
