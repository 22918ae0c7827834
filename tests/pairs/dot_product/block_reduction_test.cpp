// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "block_reduction.hpp"

#include "../counters.hpp"
#include "dot_product_test.hpp"

using pairs::dot_product::block_reduction;

CUDA_LEGACY_DOT_PRODUCT_TESTS(block_reduction, 64)
CUDA_LEGACY_DOT_PRODUCT_BEYOND_32_BITS_TEST(block_reduction)
CUDA_LEGACY_DOT_PRODUCT_2_30_TEST(block_reduction)

// Kept defects: there is a block for every 64 elements, and the CPU adds the blocks' sums.
BOOST_AUTO_TEST_CASE(the_legacy_side_adds_halves_and_the_cpu_the_blocks)
{
    pairs::check_legacy_order<block_reduction>(
        [](const auto& a, const auto& b) { return pairs::sum_of_trees(a, b, 64); });
}

// Kept defect: the tree is right only for powers of two. If the number of sums is odd, halving leaves the last one out.
// Here 96 threads come down to 3, and 3 to 1. So in each block, the sums of the threads 2, 5, 8 ... are missing.
BOOST_AUTO_TEST_CASE(another_block_size_loses_sums)
{
    const pairs::entry<cudaError_t(int, const float*, const float*, float*, float*)> call{"block_of_96",
                                                                                          block_reduction::slug};
    const auto blocks_of_96 = [&](const block_reduction::input& in) {
        float sum = -1, milliseconds;
        BOOST_TEST(call(static_cast<int>(in.a.size()), in.a.data(), in.b.data(), &sum, &milliseconds) == cudaSuccess);
        return sum;
    };
    BOOST_TEST(call(95, nullptr, nullptr, nullptr, nullptr) == cudaErrorInvalidValue); // the variant has blocks of 96

    block_reduction::input in{std::vector<float>(96), std::vector<float>(96, 1)};
    for (int i = 0; i < 96; i++)
        in.a[i] = static_cast<float>(i + 1);
    BOOST_TEST(block_reduction::reference(in) == 96 * 97 / 2);
    BOOST_TEST(blocks_of_96(in) == 96 * 97 / 2 - 3 * 32 * 33 / 2); // without 3 + 6 + 9 + ... + 96

    for (const std::size_t size : {96, 191, 192, 1009, 65537})
        BOOST_TEST_CONTEXT("size " << size)
        {
            const auto integers = block_reduction::make(size, 1), reals = block_reduction::make_reals(size, 1);
            BOOST_TEST(blocks_of_96(integers) == pairs::sum_of_trees(integers.a, integers.b, 96));
            BOOST_TEST(blocks_of_96(integers) != block_reduction::reference(integers));
            BOOST_TEST(blocks_of_96(reals) == pairs::sum_of_trees(reals.a, reals.b, 96));
        }
}

// The modern entry takes any block of whole warps.
BOOST_AUTO_TEST_CASE(the_twin_takes_blocks_of_any_number_of_warps)
{
    const block_reduction::timed_entry blocks_of_96{"twin_with_blocks_of_96", block_reduction::slug};
    for (const std::size_t size : {0, 1, 95, 96, 97, 1009, 65537})
        BOOST_TEST_CONTEXT("size " << size)
        {
            const auto in = block_reduction::make(size, 1);
            BOOST_TEST(block_reduction::timed("modern", blocks_of_96, in) == block_reduction::reference(in));
        }
}

// This is the same tree as in the test above, for any size. It adds all sums of a block only for powers of two.
BOOST_AUTO_TEST_CASE(trees_of_all_block_sizes)
{
    for (std::size_t block = 1; block <= 1024; block++) {
        const std::vector<float> ones(block, 1);
        const bool power_of_two = (block & (block - 1)) == 0;
        BOOST_TEST((pairs::sum_of_trees(ones, ones, block) == static_cast<float>(block)) == power_of_two, block);
    }
}

BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    const pairs::entry<cudaError_t(int, const float*, const float*, float*, float*)> legacy{"legacy",
                                                                                            block_reduction::slug};
    pairs::check_refused_sizes([&](int n) { return legacy(n, nullptr, nullptr, nullptr, nullptr); },
                               {-1, 0, 1, 63, (1 << 30) + 1});
    pairs::check_pair<block_reduction>(block_reduction::make(64, 1));
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<block_reduction>(block_reduction::make(1000, 1));
}

// With halves, threads that add stay together. In a block of two warps, the first warp diverges at the last 5 of 6
// steps, and at the test for thread 0. Its threads read adjacent words: no bank conflicts.
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

// There are as many blocks as the device holds. Each has one barrier, and a word of shared memory for each warp. Only
// each block's atomic addition writes to global memory. No branch diverges within the halves: all lanes take them.
BOOST_AUTO_TEST_CASE(what_the_modern_kernel_does, *pairs::counters())
{
    const auto kernel =
        pairs::counters_of_one_launch<block_reduction>(&block_reduction::modern, block_reduction::make(1 << 20, 1));
    const std::size_t blocks = pairs::resident_blocks(64), warps = 2;
    BOOST_TEST(kernel.global_atomics == blocks);
    BOOST_TEST(kernel.block_barriers == blocks * warps);
    BOOST_TEST(kernel.shared_stores.requests == blocks * warps);
    BOOST_TEST(kernel.shared_loads.requests == blocks * (warps - 1)); // by the first warp, which has its own sum
    BOOST_TEST(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts == 0);
    BOOST_TEST(kernel.global_loads.sectors_32 == 2 * (4 << 20) / 32);
    BOOST_TEST(kernel.global_stores.requests == 0);
}

// There are as many blocks as the device holds, and each load has 16 bytes. Only each block's atomic addition writes.
BOOST_AUTO_TEST_CASE(what_the_fast_kernel_does, *pairs::counters())
{
    const auto kernel =
        pairs::counters_of_one_launch<block_reduction>(&block_reduction::fast, block_reduction::make(1 << 20, 1));
    BOOST_TEST(kernel.global_atomics == pairs::resident_blocks());
    BOOST_TEST(kernel.global_loads.requests == 2 * (1 << 20) / (4 * 32));
    BOOST_TEST(kernel.global_loads.sectors_32 == 2 * (4 << 20) / 32);
    BOOST_TEST(kernel.global_stores.requests == 0);
    BOOST_TEST(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts == 0);
}

// A short vector has no more blocks than loads. An empty vector has one block.
BOOST_AUTO_TEST_CASE(no_more_blocks_than_needed, *pairs::counters())
{
    const auto blocks_of = [](auto stage, int size) {
        return pairs::counters_of_one_launch<block_reduction>(stage, block_reduction::make(size, 1)).global_atomics;
    };
    for (const auto& [size, blocks] : {std::pair{0, 1}, {1, 1}, {64, 1}, {65, 2}, {129, 3}})
        BOOST_TEST(blocks_of(&block_reduction::modern, size) == blocks, "twin, " << size << " elements");
    for (const auto& [size, blocks] : {std::pair{0, 1}, {1, 1}, {4 * 256, 1}, {4 * 256 + 1, 2}, {8 * 256 + 1, 3}})
        BOOST_TEST(blocks_of(&block_reduction::fast, size) == blocks, "fast, " << size << " elements");
}
