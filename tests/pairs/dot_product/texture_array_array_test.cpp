// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture_array_array.hpp"

#include "../created_textures.hpp"
#include "dot_product_test.hpp"

using pairs::dot_product::texture_array_array;

CUDA_LEGACY_DOT_PRODUCT_TESTS(texture_array_array, 256)

// Kept defect: thread 0 adds its block's products one after the other, and the CPU adds the blocks.
BOOST_AUTO_TEST_CASE(one_thread_after_the_other)
{
    pairs::check_legacy_order<texture_array_array>([](const std::vector<float>& a, const std::vector<float>& b) {
        return pairs::sum_of_blocks(a, b, pairs::sum_of_products<float>);
    });
}

BOOST_AUTO_TEST_CASE(the_objects_of_arrays_have_the_attributes_of_references)
{
    pairs::check_attributes_of_references<texture_array_array>(texture_array_array::make(1000, 1), {1, 1});
}

BOOST_AUTO_TEST_CASE(the_longest_vectors)
{
    pairs::check_pair<texture_array_array>(texture_array_array::make(texture_array_array::longest_modern(), 7));
}

BOOST_AUTO_TEST_CASE(longer_ones_than_an_array_holds_are_refused_by_name)
{
    pairs::check_short_texture<texture_array_array>(cudaDevAttrMaxTexture1DWidth,
                                                    "a 1D CUDA array has at most 1000 texels");
}

BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    const pairs::entry<cudaError_t(int, const float*, const float*, float*, float*)> legacy{"legacy",
                                                                                            texture_array_array::slug};
    const auto too_long = static_cast<long long>(texture_array_array::longest_legacy() + 1);
    pairs::check_refused_sizes([&](int n) { return legacy(n, nullptr, nullptr, nullptr, nullptr); }, {-1, 0, too_long});
}

BOOST_AUTO_TEST_CASE(a_negative_number_is_refused_by_the_modern_side, *pairs::without_sanitizer())
{
    pairs::check_negative_numbers<texture_array_array>();
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<texture_array_array>(texture_array_array::make(1000, 1));
}

BOOST_AUTO_TEST_CASE(what_the_kernels_fetch, *pairs::counters()) { pairs::check_fetches<texture_array_array>(); }
