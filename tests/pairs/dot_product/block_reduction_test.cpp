#include "block_reduction.hpp"

#include "../counters.hpp"
#include "dot_product_test.hpp"

using pairs::block_reduction;

CUDA_LEGACY_DOT_PRODUCT_TESTS(block_reduction, 64)
CUDA_LEGACY_DOT_PRODUCT_BEYOND_32_BITS_TEST(block_reduction)
CUDA_LEGACY_DOT_PRODUCT_2_30_TEST(block_reduction)

// Kept defects: a tree that needs a power of two, a block for every 64 elements, and the CPU that adds the blocks.
BOOST_AUTO_TEST_CASE(the_legacy_side_adds_halves_and_the_cpu_the_blocks)
{
    pairs::check_legacy_order<block_reduction>(pairs::sum_of_trees);
}

BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    const pairs::entry<cudaError_t(int, const float*, const float*, float*, float*)> legacy{"legacy",
                                                                                            block_reduction::slug};
    pairs::check_refused_sizes([&](int n) { return legacy(n, nullptr, nullptr, nullptr, nullptr); },
                               {-1, 0, 1, 63, (1 << 30) + 1});
    pairs::check_pair<block_reduction>(block_reduction::make(64, 1));
}

BOOST_AUTO_TEST_CASE(vectors_of_different_sizes_are_refused)
{
    BOOST_CHECK_THROW(block_reduction::modern({std::vector<float>(3), std::vector<float>(4)}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<block_reduction>(block_reduction::make(1000, 1)); }

// Halves keep the threads that add together: of a block's two warps the first diverges at the last 5 of 6 steps, and
// at the test for thread 0. Its threads read neighbours: no bank conflicts.
BOOST_AUTO_TEST_CASE(what_the_legacy_kernel_does, *pairs::counters())
{
    constexpr int blocks = (1 << 20) / 64, warps = 2, steps = 6;
    const auto kernel =
        pairs::counters_of_one_launch<block_reduction>(&block_reduction::legacy, block_reduction::make(1 << 20, 1));
    BOOST_TEST(kernel.divergent_branches == blocks * (5 + 1));
    BOOST_TEST(kernel.block_barriers == blocks * warps * (1 + steps));
    BOOST_TEST(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts == 0);
    BOOST_TEST(kernel.global_stores.requests == blocks);
    BOOST_TEST(kernel.global_loads.sectors_32 == 2 * (4 << 20) / 32);
}

// 16 bytes to a load, and nothing written but the atomic additions.
BOOST_AUTO_TEST_CASE(what_the_modern_kernel_does, *pairs::counters())
{
    const auto kernel =
        pairs::counters_of_one_launch<block_reduction>(&block_reduction::modern, block_reduction::make(1 << 20, 1));
    BOOST_TEST(kernel.global_loads.requests == 2 * (1 << 20) / (4 * 32));
    BOOST_TEST(kernel.global_loads.sectors_32 == 2 * (4 << 20) / 32);
    BOOST_TEST(kernel.global_stores.requests == 0);
    BOOST_TEST(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts == 0);
}
