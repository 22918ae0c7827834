// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shared_double.hpp"

#include "product_test.hpp"

using pairs::matmul::shared_double;

BOOST_AUTO_TEST_CASE(sweep) { pairs::check_products<shared_double>(); }
BOOST_AUTO_TEST_CASE(long_sums) { pairs::check_long_sums<shared_double>(); }
BOOST_AUTO_TEST_CASE(every_element_counts_once) { pairs::check_single_elements<shared_double>(); }
BOOST_AUTO_TEST_CASE(no_elements) { pairs::check_no_elements<shared_double>(); }

BOOST_AUTO_TEST_CASE(each_of_the_fast_tiles)
{
    pairs::check_each_tile<shared_double>(
        {{1, 128, 128, 112128}, {8, 64, 128, 81408}, {16, 64, 64, 56832}, {64, 32, 32}});
}

BOOST_AUTO_TEST_CASE(whole_numbers_that_floats_could_not_hold)
{
    auto in = shared_double::make(20, 50, 30, 1);
    for (auto* matrix : {&in.m, &in.n})
        for (double& x : *matrix)
            x = x * 1048576 + 1; // products up to 2^47, sums exact below 2^53
    pairs::check_pair<shared_double>(in);
}

// Kept defect: the kernel has no bounds. Its entry function refuses matrices of partial blocks.
BOOST_AUTO_TEST_CASE(the_legacy_side_takes_whole_blocks_only)
{
    std::vector<double> some(32 * 32), out(32 * 32);
    const auto legacy = [&](int rows, int width, int columns) {
        return shared_double::call_legacy(some.data(), some.data(), out.data(), rows, width, columns);
    };
    {
        const pairs::failing_allocations none; // refused first: an allocation would fail with another error
        for (const int wrong : {-16, 0, 1, 15, 17, 20, 24, 31, 32784}) {
            BOOST_TEST(legacy(wrong, 16, 16) == cudaErrorInvalidValue);
            BOOST_TEST(legacy(16, wrong, 16) == cudaErrorInvalidValue);
            BOOST_TEST(legacy(16, 16, wrong) == cudaErrorInvalidValue);
        }
    }
    BOOST_TEST(legacy(16, 32, 16) == cudaSuccess);
    BOOST_TEST(legacy(32, 16, 32) == cudaSuccess);
}

namespace {

void check_large_product(const pairs::shape& of)
{
    const auto legacy = [&](const shared_double::input& in, std::vector<double>& product) {
        return shared_double::call_legacy(in.m.data(), in.n.data(), product.data(), static_cast<int>(of.rows),
                                          static_cast<int>(of.width), static_cast<int>(of.columns));
    };
    pairs::check_large_product<shared_double>(of, legacy);
}

} // namespace

// Each of the three sizes is as large as it can be.
BOOST_AUTO_TEST_CASE(long_and_narrow_products)
{
    constexpr std::size_t widest = pairs::widest, block = shared_double::block_size;
    for (const pairs::shape one : {pairs::shape{widest, block, block}, {block, widest, block}, {block, block, widest}})
        check_large_product(one);
}

// Each of the three matrices is as large as it can be, and so are its indices.
BOOST_AUTO_TEST_CASE(the_largest_matrices, *pairs::memory_for(std::size_t{18} << 30, std::size_t{10} << 30))
{
    constexpr std::size_t widest = pairs::widest, block = shared_double::block_size;
    for (const pairs::shape one :
         {pairs::shape{widest, block, widest}, {widest, widest, block}, {block, widest, widest}})
        check_large_product(one);
}

BOOST_AUTO_TEST_CASE(wider_products) { pairs::check_wider_products<shared_double>(); }

// Each of the three matrices in turn.
BOOST_AUTO_TEST_CASE(more_than_32_bits_of_elements, *pairs::memory_for(std::size_t{18} << 30, std::size_t{17} << 30))
{
    for (const pairs::shape& one : pairs::shapes_beyond_32_bits())
        pairs::check_modern_product<shared_double>(one);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<shared_double>(shared_double::make(40, 30, 20, 1));
}

// The counts of the document: 2 N / 16 reads for each element, also for the twin. The fast stage reads no more. There
// are no bank conflicts.
BOOST_AUTO_TEST_CASE(what_is_read, *pairs::counters())
{
    constexpr std::size_t width = 256;
    const auto in = shared_double::make(width, width, width, 1);
    const auto legacy = pairs::counters_of_one_launch<shared_double>(&shared_double::legacy, in);
    pairs::check_global_loads(legacy, width, sizeof(double), 16);
    BOOST_TEST(legacy.shared_loads.bank_conflicts == 0);
    BOOST_TEST(legacy.shared_stores.bank_conflicts == 0);

    const auto modern = pairs::counters_of_one_launch<shared_double>(&shared_double::modern, in);
    pairs::check_global_loads(modern, width, sizeof(double), 16);
    BOOST_TEST(modern.shared_loads.bank_conflicts == 0);
    pairs::check_fast_kernel<shared_double>(in, 1);
}
