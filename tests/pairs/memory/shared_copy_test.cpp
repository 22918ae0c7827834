// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shared_copy.hpp"

#include "../large_size.hpp"
#include "efficiency.hpp"

using pairs::memory::shared_copy;

BOOST_AUTO_TEST_CASE(sweep) { pairs::sweep_multiples<shared_copy>(256); }

// Mended defect: the a[i] of the text is right only in the first block.
BOOST_AUTO_TEST_CASE(whole_blocks)
{
    for (const std::size_t blocks : {1, 2, 3, 37, 101})
        BOOST_TEST_CONTEXT(blocks << " blocks")
        {
            const auto data = shared_copy::make(blocks * 256, 5);
            BOOST_TEST(!shared_copy::outside_legacy_domain(data).has_value());
            pairs::check_pair<shared_copy>(data);
        }
}

BOOST_AUTO_TEST_CASE(parts_of_blocks_are_refused)
{
    for (const std::size_t size : {0, 1, 255, 257})
        pairs::check_refused<shared_copy>(shared_copy::make(size, 1));
    for (std::size_t size = 1; size < 600; size++)
        if (size % 256 != 0)
            BOOST_TEST_CONTEXT("size " << size) pairs::check_refused_by_modern<shared_copy>(shared_copy::make(size, 6));
}

BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    pairs::check_refused_sizes([](int n) { return shared_copy::call_legacy(nullptr, n); },
                               {-256, 0, 255, 257, 2147483393, 2147483647, 2147483648});
    pairs::check_domain_sizes<shared_copy>({256, 2147483392}, {0, 255, 2147483393, 2147483648});
}

namespace {

// Runs both sides at this size, and the modern one also with a block more.
void check_long_array(std::size_t size)
{
    const auto pattern = shared_copy::make(pairs::pattern_size, 6), turned = shared_copy::reference(pattern);
    std::vector<float> data = pairs::repeated(pattern, size + shared_copy::block);
    const auto poison = pairs::poisoned();
    pairs::check_repeats("modern", shared_copy::modern(data), size + shared_copy::block, turned);
    data.resize(size);
    pairs::check_repeats("modern", shared_copy::modern(data), size, turned);
    BOOST_TEST(shared_copy::call_legacy(data.data(), static_cast<int>(size)) == cudaSuccess); // in place
    pairs::check_repeats("legacy", data, size, turned);
}

} // namespace

BOOST_AUTO_TEST_CASE(an_array_of_a_pattern) { check_long_array(256 * 21); }

BOOST_AUTO_TEST_CASE(the_longest_array, *pairs::memory_for(std::size_t{17} << 30, std::size_t{9} << 30))
{
    check_long_array(shared_copy::longest_legacy);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<shared_copy>(shared_copy::make(1024, 1));
}

// One barrier, and no bank conflicts: a warp of the reversed array still reads one word of each bank.
BOOST_AUTO_TEST_CASE(what_the_kernels_do, *pairs::counters())
{
    for (const auto side : {&shared_copy::legacy, &shared_copy::modern}) {
        const auto kernel = pairs::counters_of_one_launch<shared_copy>(side, shared_copy::make(4096, 1));
        BOOST_TEST(kernel.block_barriers == 4096 / 256 * 8);
        BOOST_TEST(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts == 0);
        BOOST_TEST(kernel.global_loads.sectors_32 == 4096 * 4 / 32);
        BOOST_TEST(kernel.global_stores.sectors_32 == 4096 * 4 / 32);
    }
}
