// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sum_of_squares_tree.hpp"

#include "sum_of_squares_test.hpp"

using pairs::reduction::sum_of_squares_tree;

CUDA_LEGACY_SUM_OF_SQUARES_TESTS(sum_of_squares_tree)

// Kept defect: warps diverge. At offsets 1 to 16, all 8 warps of a block have threads that add and threads that do not.
// At 32, 64 and 128, only the warps that still have an adding thread diverge: 4, 2 and 1. The two tests for thread 0
// also diverge.
//
// Banks do not conflict, although trees of neighbours are known for it. Here thread t adds into shared[t], so the
// threads of a warp stay in one row of 32 banks. The variant that packs its threads, with 2 * offset * t as an index,
// conflicts.
BOOST_AUTO_TEST_CASE(what_the_legacy_kernel_does, *pairs::counters())
{
    constexpr int blocks = 32, warps = 8, steps = 8;
    constexpr int working_warps = 5 * warps + 4 + 2 + 1;
    const auto kernel = pairs::counters_of_one_launch<sum_of_squares_tree>(&sum_of_squares_tree::legacy,
                                                                           sum_of_squares_tree::make(1 << 20, 1));
    pairs::check_loads_of_the_data(kernel, 32);
    BOOST_TEST(kernel.divergent_branches == blocks * (working_warps + 2));
    BOOST_TEST(kernel.shared_loads.requests == blocks * (2 * working_warps + 1));
    BOOST_TEST(kernel.shared_loads.bank_conflicts == 0);
    BOOST_TEST(kernel.shared_stores.bank_conflicts == 0);
    BOOST_TEST(kernel.block_barriers == blocks * warps * (1 + steps));
    BOOST_TEST(kernel.global_stores.requests == blocks * 3);
}

// One of nine barriers is left, and one of 94 loads from shared memory: the first warp loads the other warps' sums.
BOOST_AUTO_TEST_CASE(what_the_modern_kernel_does, *pairs::counters())
{
    const auto kernel = pairs::counted_modern_kernel<sum_of_squares_tree>(&sum_of_squares_tree::modern, 32);
    pairs::check_blocks_meet(kernel, pairs::blocks_of_a_twin());
    BOOST_TEST(kernel.shared_loads.requests == pairs::blocks_of_a_twin());
}

BOOST_AUTO_TEST_CASE(how_many_blocks, *pairs::counters())
{
    pairs::check_number_of_blocks<sum_of_squares_tree>(&sum_of_squares_tree::modern, 16 * 256, pairs::resident_blocks(),
                                                       1);
}
