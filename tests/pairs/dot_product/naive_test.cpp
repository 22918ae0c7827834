// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "naive.hpp"

#include "dot_product_test.hpp"

using pairs::dot_product::naive;

CUDA_LEGACY_DOT_PRODUCT_TESTS(naive, 64)
CUDA_LEGACY_DOT_PRODUCT_BEYOND_32_BITS_TEST(naive)
CUDA_LEGACY_DOT_PRODUCT_2_30_TEST(naive)

// Kept defect: the products come back rounded, and the CPU adds them one after the other.
BOOST_AUTO_TEST_CASE(the_cpu_adds_from_the_first_to_the_last)
{
    pairs::check_legacy_order<naive>([](const std::vector<float>& a, const std::vector<float>& b) {
        return pairs::sum_of_products(a, b, 0, a.size());
    });
}

// Below 64 elements the document's grid has no blocks; beyond 2^30 the index of its loop overflows.
BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    const pairs::entry<cudaError_t(int, const float*, const float*, float*)> legacy{"legacy", naive::slug};
    pairs::check_refused_sizes([&](int n) { return legacy(n, nullptr, nullptr, nullptr); },
                               {-1, 0, 1, 63, (1 << 30) + 1});
    pairs::check_pair<naive>(naive::make(64, 1));
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<naive>(naive::make(1000, 1));
}

// Kept defect: the products go to memory, and from there to the CPU. The library stores only the sums of its blocks,
// and a second launch adds these.
BOOST_AUTO_TEST_CASE(what_the_kernels_load_and_store, *pairs::counters())
{
    const auto in = naive::make(1 << 20, 1);
    const auto legacy = pairs::counters_of_one_launch<naive>(&naive::legacy, in);
    BOOST_TEST(legacy.global_loads.sectors_32 == 2 * (4 << 20) / 32);
    BOOST_TEST(legacy.global_stores.sectors_32 == (4 << 20) / 32);
    const auto modern = pairs::counters_of<naive>(&naive::modern, in);
    BOOST_REQUIRE(modern.size() == 2);
    const auto& [blocks, last] = std::tie(modern[0], modern[1]);
    BOOST_TEST(blocks.global_loads.requested_bytes == 2 * (4 << 20));
    BOOST_TEST(blocks.global_loads.sectors_32 == 2 * (4 << 20) / 32);
    BOOST_TEST(last.global_loads.requested_bytes == blocks.global_stores.requested_bytes);
    BOOST_TEST(last.global_stores.requested_bytes == sizeof(float));
    BOOST_TEST(blocks.launches + last.launches == 2);
    BOOST_TEST(pairs::counters_of<naive>(&naive::modern, naive::make(1024, 1)).size() == 1); // one block does it all
}
