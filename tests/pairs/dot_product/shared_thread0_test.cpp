// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shared_thread0.hpp"

#include "../counters.hpp"
#include "dot_product_test.hpp"

using pairs::dot_product::shared_thread0;

CUDA_LEGACY_DOT_PRODUCT_TESTS(shared_thread0, 256)
CUDA_LEGACY_DOT_PRODUCT_BEYOND_32_BITS_TEST(shared_thread0)
CUDA_LEGACY_DOT_PRODUCT_LONGEST_TEST(shared_thread0, shared_thread0::longest_legacy)

// Kept defect: thread 0 multiplies and adds all elements of its block, and the CPU adds the blocks.
BOOST_AUTO_TEST_CASE(one_thread_after_the_other)
{
    pairs::check_legacy_order<shared_thread0>([](const std::vector<double>& a, const std::vector<double>& b) {
        return pairs::sum_of_blocks(a, b, pairs::sum_of_fused_products<double>);
    });
}

// Kept defect: the kernel ignores its parameter numElem. So the entry refuses a size that is no multiple of the block.
BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    const pairs::entry<cudaError_t(int, const double*, const double*, double*, float*)> legacy{"legacy",
                                                                                               shared_thread0::slug};
    pairs::check_refused_sizes([&](int n) { return legacy(n, nullptr, nullptr, nullptr, nullptr); },
                               {-256, -1, 0, 1, 255, 257, 2147483393, 2147483647, 2147483648});
    pairs::check_legacy_sizes<shared_thread0>(1, 2147483392);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<shared_thread0>(shared_thread0::make(1000, 1));
}

// Whole warps write the copies to shared memory. Then thread 0 reads 512 operands, one at a time.
BOOST_AUTO_TEST_CASE(what_the_legacy_kernel_does, *pairs::counters())
{
    constexpr int blocks = (1 << 20) / 256;
    const auto kernel =
        pairs::counters_of_one_launch<shared_thread0>(&shared_thread0::legacy, shared_thread0::make(1 << 20, 1));
    BOOST_TEST(kernel.global_loads.sectors_32 == 2 * (8 << 20) / 32);
    BOOST_TEST(kernel.shared_loads.requests == blocks * 2 * 256);
    BOOST_TEST(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts == 0);
}

// There are as many blocks as the device holds. Shared memory has only a sum for each warp.
BOOST_AUTO_TEST_CASE(what_the_modern_kernel_does, *pairs::counters())
{
    const auto kernel =
        pairs::counters_of_one_launch<shared_thread0>(&shared_thread0::modern, shared_thread0::make(1 << 20, 1));
    BOOST_TEST(kernel.global_atomics == pairs::resident_blocks());
    BOOST_TEST(kernel.global_loads.requests == 2 * (1 << 20) / 32);
    BOOST_TEST(kernel.global_loads.sectors_32 == 2 * (8 << 20) / 32);
    BOOST_TEST(kernel.global_stores.requests == 0);
    BOOST_TEST(kernel.shared_stores.requests == pairs::resident_blocks() * 256 / 32);
    BOOST_TEST(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts == 0);
}

// There are as many blocks as the device holds, and each load has two elements.
BOOST_AUTO_TEST_CASE(what_the_fast_kernel_does, *pairs::counters())
{
    const auto kernel =
        pairs::counters_of_one_launch<shared_thread0>(&shared_thread0::fast, shared_thread0::make(1 << 20, 1));
    BOOST_TEST(kernel.global_atomics == pairs::resident_blocks());
    BOOST_TEST(kernel.global_loads.requests == 2 * (1 << 20) / (2 * 32));
    BOOST_TEST(kernel.global_loads.sectors_32 == 2 * (8 << 20) / 32);
    BOOST_TEST(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts == 0);
}
