// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "read_modes.hpp"

#include "../created_textures.hpp"
#include "../large_size.hpp"

using pairs::texture::read_modes;

BOOST_AUTO_TEST_CASE(sweep)
{
    struct extent {
        std::size_t w, h, d;
    };
    std::vector<extent> extents{{1, 1, 1}, {2, 1, 1},    {1, 2, 1},    {1, 1, 2},   {7, 5, 3},   {8, 8, 4},
                                {9, 9, 5}, {16, 15, 17}, {17, 16, 15}, {255, 3, 2}, {256, 2, 3}, {257, 1, 5}};
    if (!pairs::under_sanitizer()) {
        extents.push_back({1009, 31, 7});
        extents.push_back({2048, 64, 16});
    }
    for (const extent& of : extents)
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT(of.w << " x " << of.h << " x " << of.d << ", seed " << seed)
    pairs::check_pair<read_modes>(read_modes::make(of.w, of.h, of.d, seed));
}

BOOST_AUTO_TEST_CASE(every_byte_and_every_short)
{
    auto in = read_modes::make(256, 256, 1, 1);
    for (std::size_t i = 0; i < in.one.size(); i++)
        in.one[i] = static_cast<unsigned char>(i);
    for (std::size_t i = 0; i < in.two.size(); i++)
        in.two[i] = static_cast<short>(static_cast<int>(i) - 32768);
    pairs::check_pair<read_modes>(in);
}

BOOST_AUTO_TEST_CASE(what_a_fraction_is)
{
    auto in = read_modes::make(3, 2, 1, 1);
    in.one = {0, 51, 255};
    in.two = {-32768, -32767, 0, 32767, 1, -1};
    const auto& [bytes, of_bytes, shorts, of_shorts, floats] = read_modes::legacy(in);
    BOOST_TEST(of_bytes == (std::vector<float>{0, 0.2f, 1}), boost::test_tools::per_element());
    BOOST_TEST(of_shorts == (std::vector<float>{-1, -1, 0, 1, 1 / 32767.0f, -1 / 32767.0f}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_objects_have_the_attributes_of_references)
{
    pairs::check_attributes_of_references<read_modes>(read_modes::make(3, 2, 2, 1), {1, 1, 2, 2, 3});
}

BOOST_AUTO_TEST_CASE(no_elements)
{
    for (const auto& in : {read_modes::make(0, 0, 0, 1), read_modes::make(5, 4, 0, 1), read_modes::make(5, 0, 4, 1)})
        BOOST_TEST((read_modes::modern(in) == read_modes::unwritten(in)));
    pairs::check_refused<read_modes>(read_modes::make(0, 0, 0, 1));
}

BOOST_AUTO_TEST_CASE(refusals)
{
    const auto in = read_modes::make(2, 2, 2, 1);
    auto out = read_modes::reference(in);
    for (const int wrong : {0, -1}) {
        BOOST_TEST(read_modes::call_legacy(wrong, 2, 2, in, out) == cudaErrorInvalidValue);
        BOOST_TEST(read_modes::call_legacy(2, wrong, 2, in, out) == cudaErrorInvalidValue);
        BOOST_TEST(read_modes::call_legacy(2, 2, wrong, in, out) == cudaErrorInvalidValue);
    }
}

BOOST_AUTO_TEST_CASE(negative_extents_are_refused_by_the_modern_side, *pairs::without_sanitizer())
{
    const auto in = read_modes::make(2, 2, 2, 1);
    auto out = read_modes::unwritten(in);
    BOOST_CHECK_THROW(read_modes::call_modern(-1, 2, 2, in, out), std::runtime_error);
    BOOST_CHECK_THROW(read_modes::call_modern(2, -1, 2, in, out), std::runtime_error);
    BOOST_CHECK_THROW(read_modes::call_modern(2, 2, -1, in, out), std::runtime_error);
    BOOST_TEST((out == read_modes::unwritten(in)));
}

BOOST_AUTO_TEST_CASE(arrays_beyond_the_devices_limits_are_refused_by_both, *pairs::without_sanitizer())
{
    // Only the depth: a device accepts more than cudaDevAttrMaxTexture3DDepth if width and height are small.
    const std::size_t width = read_modes::limit(cudaDevAttrMaxTexture3DWidth),
                      height = read_modes::limit(cudaDevAttrMaxTexture3DHeight),
                      depth = std::max(read_modes::limit(cudaDevAttrMaxTexture3DDepth),
                                       read_modes::limit(cudaDevAttrMaxTexture3DDepthAlt));
    struct extent {
        std::size_t w, h, d;
    };
    for (const extent& of : {extent{width, 1, 1}, {1, height, 1}, {1, 1, depth}})
        BOOST_TEST_CONTEXT(of.w << " x " << of.h << " x " << of.d)
        {
            BOOST_TEST(!read_modes::outside_legacy_sizes(of.w, of.h, of.d).has_value());
            pairs::check_pair<read_modes>(read_modes::make(of.w, of.h, of.d, 1));
        }
    for (const extent& of : {extent{width + 1, 1, 1}, {1, height + 1, 1}, {1, 1, depth + 1}})
        BOOST_TEST_CONTEXT(of.w << " x " << of.h << " x " << of.d)
        {
            const auto in = read_modes::make(of.w, of.h, of.d, 1);
            pairs::check_refused<read_modes>(in);
            BOOST_CHECK_THROW(read_modes::modern(in), std::runtime_error);
        }
    pairs::check_pair<read_modes>(read_modes::make(5, 4, 3, 1));
}

// Refused before anything is read or allocated.
BOOST_AUTO_TEST_CASE(more_than_2_30_elements_are_refused)
{
    const read_modes::input nothing{};
    read_modes::result out;
    const pairs::failing_allocations none;
    const auto refused = [&](int w, int h, int d) {
        return read_modes::outside_legacy_sizes(w, h, d).has_value() &&
               read_modes::call_legacy(w, h, d, nothing, out) == cudaErrorInvalidValue;
    };
    BOOST_TEST(refused(1025, 1024, 1024));
    BOOST_TEST(refused(1024, 1025, 1024));
    BOOST_TEST(refused(1024, 1024, 1025));
    BOOST_TEST(refused(1024, 1024, 4096)); // 2^32, which is 0 in 32 bits
    BOOST_TEST(refused(2147483647, 2147483647, 2147483647));
    BOOST_TEST(none.failed() == 0, "it asked for memory");
    BOOST_TEST(!read_modes::outside_legacy_sizes(1024, 1024, 1024).has_value());
}

namespace {

// Runs both sides with these numbers of texels, and the modern one also with a layer more. The legacy one runs only if
// it takes that many.
void check_many_texels(std::size_t w, std::size_t h, std::size_t d)
{
    const auto floats = read_modes::make(1, 1, pairs::pattern_size, 6).three;
    for (const std::size_t layers : {d + 1, d}) {
        auto in = read_modes::make(w, h, 1, 7);
        in.d = layers;
        in.three = pairs::repeated(floats, w * h * layers);
        const auto poison = pairs::poisoned();
        const auto check = [&](const char* name, read_modes::result result) {
            pairs::check_repeats(name, std::get<4>(result), in.three.size(), floats);
            auto flat = in;
            flat.three.clear();
            std::get<4>(result).clear();
            const pairs::agreement same = read_modes::compare(flat, result, read_modes::reference(flat));
            BOOST_TEST(same.holds, name << ": " << same.words);
        };
        check("modern", read_modes::modern(in));
        if (layers == d && !read_modes::outside_legacy_sizes(w, h, d)) check("legacy", read_modes::legacy(in));
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(texels_of_a_pattern) { check_many_texels(33, 17, 9); }

BOOST_AUTO_TEST_CASE(the_most_texels, *pairs::memory_for(std::size_t{14} << 30, std::size_t{10} << 30))
{
    check_many_texels(1024, 1024, 1024);
}

BOOST_AUTO_TEST_CASE(more_than_2_31_texels, *pairs::memory_for(std::size_t{19} << 30, std::size_t{18} << 30))
{
    check_many_texels(2048, 1024, 1024);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<read_modes>(read_modes::make(9, 5, 3, 1));
}
