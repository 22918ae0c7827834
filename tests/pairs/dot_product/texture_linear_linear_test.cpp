// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture_linear_linear.hpp"

#include "dot_product_test.hpp"

using pairs::dot_product::texture_linear_linear;

CUDA_LEGACY_DOT_PRODUCT_TESTS(texture_linear_linear, 256)

// Kept defect: thread 0 adds its block's products one after the other, and the CPU adds the blocks.
BOOST_AUTO_TEST_CASE(one_thread_after_the_other)
{
    pairs::check_legacy_order<texture_linear_linear>([](const std::vector<float>& a, const std::vector<float>& b) {
        return pairs::sum_of_blocks(a, b, pairs::sum_of_products<float>);
    });
}

// The twin does not have this defect with many blocks. Each block has the same small sum. At the length of the whole
// sum, a float would round it to another number.
BOOST_AUTO_TEST_CASE(many_equal_blocks)
{
    const std::size_t size = pairs::under_sanitizer() ? 1 << 12 : 1 << 20;
    const texture_linear_linear::input in{std::vector<float>(size, 0.1f), std::vector<float>(size, 0.1f)};
    pairs::check_within<texture_linear_linear>("modern", texture_linear_linear::exact(in),
                                               texture_linear_linear::modern(in),
                                               texture_linear_linear::modern_roundings(size));
}

namespace {

// Two vectors, and their blocks' sums.
pairs::memory_needed memory_of_the_longest()
{
    const std::size_t vector = sizeof(float) * texture_linear_linear::longest_modern();
    return {3 * vector, 3 * vector};
}

// Makes some GiB of zeros, except for the ends.
texture_linear_linear::input ends(std::size_t size)
{
    texture_linear_linear::input in{std::vector<float>(size), std::vector<float>(size)};
    in.a.front() = 2;
    in.b.front() = 3;
    in.a.back() = 5;
    in.b.back() = 7;
    return in;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_longest_vectors, *pairs::memory_for(memory_of_the_longest))
{
    pairs::check_pair<texture_linear_linear>(ends(texture_linear_linear::longest_legacy()));
    BOOST_TEST(texture_linear_linear::modern(ends(texture_linear_linear::longest_modern())) == 6 + 35);
}

BOOST_AUTO_TEST_CASE(longer_ones_than_linear_memory_holds_are_refused_by_name)
{
    pairs::check_short_texture<texture_linear_linear>(cudaDevAttrMaxTexture1DLinearWidth,
                                                      "the device says 1000 texels at most for linear memory");
}

BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    const pairs::entry<cudaError_t(int, const float*, const float*, float*, float*)> legacy{
        "legacy", texture_linear_linear::slug};
    const auto too_long = static_cast<long long>(texture_linear_linear::longest_legacy() + 1);
    pairs::check_refused_sizes([&](int n) { return legacy(n, nullptr, nullptr, nullptr, nullptr); }, {-1, 0, too_long});
}

BOOST_AUTO_TEST_CASE(a_negative_number_is_refused_by_the_modern_side, *pairs::without_sanitizer())
{
    pairs::check_negative_numbers<texture_linear_linear>();
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<texture_linear_linear>(texture_linear_linear::make(1000, 1));
}

BOOST_AUTO_TEST_CASE(what_the_kernels_fetch, *pairs::counters()) { pairs::check_fetches<texture_linear_linear>(); }
