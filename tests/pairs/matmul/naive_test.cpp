// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "naive.hpp"

#include "product_test.hpp"

using knowledge = pairs::matmul::naive;

BOOST_AUTO_TEST_CASE(sweep) { pairs::check_products<knowledge>(); }
BOOST_AUTO_TEST_CASE(long_sums) { pairs::check_long_sums<knowledge>(); }
BOOST_AUTO_TEST_CASE(every_element_counts_once) { pairs::check_single_elements<knowledge>(); }
BOOST_AUTO_TEST_CASE(no_elements) { pairs::check_no_elements<knowledge>(); }

// The tiles of a thread, which reads its factors itself.
BOOST_AUTO_TEST_CASE(each_of_the_fast_tiles)
{
    pairs::check_each_tile<knowledge>({{1, 8, 8}, {8, 4, 4}, {16, 2, 4}, {256, 1, 4}});
}

BOOST_AUTO_TEST_CASE(the_legacy_side_ends_at_32768) { pairs::check_end_of_legacy_domain<knowledge>(); }

// Kept defect: the kernel has no bounds. Its entry function refuses matrices of partial tiles.
BOOST_AUTO_TEST_CASE(the_legacy_side_takes_whole_tiles_only)
{
    std::vector<float> some(32 * 32), out(32 * 32);
    {
        const pairs::failing_allocations none; // refused first: an allocation would fail with another error
        for (const int width : {-16, 0, 1, 15, 17, 20, 24, 31, 32784})
            BOOST_TEST(knowledge::call_legacy(some.data(), some.data(), out.data(), width) == cudaErrorInvalidValue);
    }
    for (const int width : {16, 32})
        BOOST_TEST(knowledge::call_legacy(some.data(), some.data(), out.data(), width) == cudaSuccess);
}

// The document's walk-through: a product of 4 x 4 in four blocks of 2 x 2 threads. TILE_WIDTH is the file's macro.
BOOST_AUTO_TEST_CASE(the_documents_walk_through)
{
    const pairs::entry<cudaError_t(const float*, const float*, float*, int, float*)> tiles_of_2{"tiles_of_2",
                                                                                                knowledge::slug};
    const auto in = knowledge::make(4, 4, 4, 8);
    std::vector<float> product(16, -1);
    float milliseconds;
    BOOST_TEST(tiles_of_2(in.m.data(), in.n.data(), product.data(), 4, &milliseconds) == cudaSuccess);
    const pairs::agreement agreed = pairs::identical(product, knowledge::reference(in));
    BOOST_TEST(agreed.holds, agreed.words);
    BOOST_TEST(tiles_of_2(in.m.data(), in.n.data(), product.data(), 3, &milliseconds) == cudaErrorInvalidValue);
}

namespace {

void check_large_product(std::size_t width)
{
    const auto legacy = [&](const knowledge::input& in, std::vector<float>& product) {
        return knowledge::call_legacy(in.m.data(), in.n.data(), product.data(), static_cast<int>(width));
    };
    pairs::check_large_product<knowledge>({width, width, width}, legacy);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_product_of_patterns) { check_large_product(64); }

BOOST_AUTO_TEST_CASE(the_widest_product, *pairs::memory_for(std::size_t{17} << 30, std::size_t{13} << 30))
{
    check_large_product(pairs::widest);
}

// Wider than the legacy side takes, too.
BOOST_AUTO_TEST_CASE(more_than_32_bits_of_elements, *pairs::memory_for(std::size_t{27} << 30, std::size_t{26} << 30))
{
    pairs::check_modern_product<knowledge>(pairs::square_beyond_32_bits());
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<knowledge>(knowledge::make(40, 30, 20, 1));
}

// The counts of the document: 2 N reads for each element, also for the twin. The fast stage reads less than half of
// that.
BOOST_AUTO_TEST_CASE(what_is_read, *pairs::counters())
{
    constexpr std::size_t width = 256;
    const auto in = knowledge::make(width, width, width, 1);
    const auto legacy = pairs::counters_of_one_launch<knowledge>(&knowledge::legacy, in);
    pairs::check_global_loads(legacy, width, sizeof(float), 1);
    BOOST_TEST(legacy.shared_loads.bank_conflicts == 0);

    const auto modern = pairs::counters_of_one_launch<knowledge>(&knowledge::modern, in);
    pairs::check_global_loads(modern, width, sizeof(float), 1);
    pairs::check_fast_kernel<knowledge>(in, 2);
}
