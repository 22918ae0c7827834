// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "global_memory.hpp"

#include "../counters.hpp"
#include "dot_product_test.hpp"

using pairs::dot_product::global_memory;

CUDA_LEGACY_DOT_PRODUCT_TESTS(global_memory, 256)
CUDA_LEGACY_DOT_PRODUCT_BEYOND_32_BITS_TEST(global_memory)
CUDA_LEGACY_DOT_PRODUCT_LONGEST_TEST(global_memory, global_memory::longest_legacy)

// Kept defect: thread 0 multiplies and adds all elements of its block, and the CPU adds the blocks.
BOOST_AUTO_TEST_CASE(one_thread_after_the_other)
{
    pairs::check_legacy_order<global_memory>([](const std::vector<double>& a, const std::vector<double>& b) {
        return pairs::sum_of_blocks(a, b, pairs::sum_of_fused_products<double>);
    });
}

// Kept defect: the kernel ignores its parameter numElem. So the entry refuses a size that is no multiple of the block.
BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    const pairs::entry<cudaError_t(int, const double*, const double*, double*, float*)> legacy{"legacy",
                                                                                               global_memory::slug};
    pairs::check_refused_sizes([&](int n) { return legacy(n, nullptr, nullptr, nullptr, nullptr); },
                               {-256, -1, 0, 1, 255, 257, 2147483393, 2147483647, 2147483648});
    pairs::check_legacy_sizes<global_memory>(1, 2147483392);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<global_memory>(global_memory::make(1000, 1));
}

// Kept defect: one lane of one warp reads. So each element is a request and a sector of its own, although its
// neighbours are in the same sector. Without a cache the traffic is fourfold.
BOOST_AUTO_TEST_CASE(what_the_legacy_kernel_does, *pairs::counters())
{
    const auto kernel =
        pairs::counters_of_one_launch<global_memory>(&global_memory::legacy, global_memory::make(1 << 20, 1));
    BOOST_TEST(kernel.global_loads.requests == 2 << 20);
    BOOST_TEST(kernel.global_loads.sectors_32 == 2 << 20);
    BOOST_TEST(kernel.global_loads.requested_bytes == 2 * (8 << 20));
}

// Adjacent threads of the library read adjacent elements, so each sector is read once. Each of its blocks stores a sum,
// and a second launch adds these.
BOOST_AUTO_TEST_CASE(what_the_modern_kernels_do, *pairs::counters())
{
    const auto kernels = pairs::counters_of<global_memory>(&global_memory::modern, global_memory::make(1 << 20, 1));
    BOOST_REQUIRE(kernels.size() == 2);
    const auto& [blocks, last] = std::tie(kernels[0], kernels[1]);
    BOOST_TEST(blocks.launches + last.launches == 2);
    BOOST_TEST(blocks.global_loads.requested_bytes == 2 * (8 << 20));
    BOOST_TEST(blocks.global_loads.sectors_32 == 2 * (8 << 20) / 32);
    BOOST_TEST(last.global_loads.requested_bytes == blocks.global_stores.requested_bytes);
    BOOST_TEST(last.global_stores.requested_bytes == sizeof(double));
}
