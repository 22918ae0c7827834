#include "block_reduction.hpp"

#include "dot_product_test.hpp"

using pairs::block_reduction;

CUDA_LEGACY_DOT_PRODUCT_TESTS(block_reduction, 64)
CUDA_LEGACY_DOT_PRODUCT_BEYOND_32_BITS_TEST(block_reduction)

// Kept defects: a tree that needs a power of two, a block for every 64 elements, and the CPU that adds the blocks.
BOOST_AUTO_TEST_CASE(the_legacy_side_adds_halves_and_the_cpu_the_blocks)
{
    pairs::check_legacy_order<block_reduction>(pairs::sum_of_trees);
}

BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    const pairs::entry<cudaError_t(int, const float*, const float*, float*, float*)> legacy{"legacy",
                                                                                            block_reduction::slug};
    pairs::check_refused([&](int n) { return legacy(n, nullptr, nullptr, nullptr, nullptr); },
                         {-1, 0, 1, 63, (1 << 30) + 1});
    pairs::check_pair<block_reduction>(block_reduction::make(64, 1));
}

BOOST_AUTO_TEST_CASE(vectors_of_different_sizes_are_refused)
{
    BOOST_CHECK_THROW(block_reduction::modern({std::vector<float>(3), std::vector<float>(4)}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<block_reduction>(block_reduction::make(1000, 1)); }
