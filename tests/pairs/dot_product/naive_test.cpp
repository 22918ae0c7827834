#include "naive.hpp"

#include "dot_product_test.hpp"

using pairs::naive;

CUDA_LEGACY_DOT_PRODUCT_TESTS(naive, 64)
CUDA_LEGACY_DOT_PRODUCT_BEYOND_32_BITS_TEST(naive)

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
    pairs::check_refused([&](int n) { return legacy(n, nullptr, nullptr, nullptr); }, {-1, 0, 1, 63, (1 << 30) + 1});
    pairs::check_pair<naive>(naive::make(64, 1));
}

BOOST_AUTO_TEST_CASE(vectors_of_different_sizes_are_refused)
{
    BOOST_CHECK_THROW(naive::modern({std::vector<float>(3), std::vector<float>(4)}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<naive>(naive::make(1000, 1)); }
