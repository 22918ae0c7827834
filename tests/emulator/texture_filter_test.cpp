// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A linear filter over a plane of floats, or of integers read as fractions, has a fast path. An array of one layer has
// the same texels and takes the general path: the bits are the same.
#include <boost/test/unit_test.hpp>

#include "texture/texture.h"

#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace cuda_emulator;

constexpr std::size_t width = 5, height = 3;

template <class T>
std::vector<char> bytes_of(const std::vector<T>& values)
{
    std::vector<char> all(values.size() * sizeof(T));
    std::memcpy(all.data(), values.data(), all.size());
    return all;
}

texture plane_of(std::vector<char>& texels, texel_format format)
{
    texture t;
    t.source.data = texels.data();
    t.source.format = format;
    t.source.width = width;
    t.source.height = height;
    t.source.row_bytes = width * format.bytes();
    t.source.slice_bytes = height * t.source.row_bytes;
    t.linear_filter = true;
    t.normalised_read = format.kind != channel_kind::floating;
    return t;
}

// In all address modes, with normalised coordinates and without, inside, at the edges and far outside.
void check_plane(std::vector<char> texels, texel_format format)
{
    std::mt19937 random{20261123};
    std::uniform_real_distribution<float> near{-3, 8}, fraction{-1.5, 2.5};
    texture plain = plane_of(texels, format);
    const float colour[4] = {0.3f, -2.5f, 0.77f, 1.0f};
    std::memcpy(plain.border, colour, sizeof colour);
    for (const bool normalised : {false, true})
        for (const address_mode x :
             {address_mode::clamp, address_mode::border, address_mode::wrap, address_mode::mirror})
            for (const address_mode y : {address_mode::clamp, address_mode::border, address_mode::wrap})
                for (int k = 0; k < 400; ++k) {
                    plain.normalised_coordinates = normalised;
                    plain.address[0] = x;
                    plain.address[1] = y;
                    texture layer = plain;
                    layer.source.layered = true;
                    layer.source.depth = 1;
                    float at[3] = {};
                    for (int axis = 0; axis < 2; ++axis)
                        at[axis] = k < 350 ? (normalised ? fraction(random) : near(random))
                                           : (k % 2 ? 0.5f * float(k % 13) : 1e9f * near(random));
                    const texel one = sample(plain, {2, false, false}, at, 0);
                    const texel other = sample(layer, {2, true, false}, at, 0);
                    if (std::memcmp(&one, &other, sizeof one) != 0)
                        BOOST_ERROR("at " << at[0] << ", " << at[1] << ", normalised " << normalised << ", modes "
                                          << int(x) << " and " << int(y) << ": " << one.bits[0] << " and "
                                          << other.bits[0]);
                }
}

std::vector<float> reals(std::size_t count, float least, float most)
{
    std::mt19937 random{7};
    std::uniform_real_distribution<float> any{least, most};
    std::vector<float> all(count);
    for (float& v : all)
        v = any(random);
    return all;
}

template <class T>
std::vector<T> integers(std::size_t count)
{
    std::mt19937 random{8};
    std::vector<T> all(count);
    for (T& v : all)
        v = static_cast<T>(random());
    return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(floats)
{
    for (const int channels : {1, 2, 4})
        check_plane(bytes_of(reals(width * height * 4, -100, 100)),
                    {channel_kind::floating, static_cast<std::uint8_t>(channels), 4});
}

BOOST_AUTO_TEST_CASE(floats_of_all_kinds)
{
    std::vector<float> some = reals(width * height, -1, 1);
    const float kinds[] = {0.0f, -0.0f, 1e-40f, -3e-39f, 1e38f, -1e-38f, 0x1p-126f, 3e-20f};
    for (std::size_t k = 0; k < some.size(); ++k)
        if (k % 3) some[k] = kinds[k % 8];
    check_plane(bytes_of(some), {channel_kind::floating, 1, 4});
    some[4] = std::numeric_limits<float>::infinity();
    some[9] = std::numeric_limits<float>::quiet_NaN();
    check_plane(bytes_of(some), {channel_kind::floating, 1, 4});
    check_plane(bytes_of(std::vector<float>(width * height, -0.0f)), {channel_kind::floating, 1, 4});
    check_plane(bytes_of(std::vector<float>(width * height, 1e-39f)), {channel_kind::floating, 1, 4});
}

BOOST_AUTO_TEST_CASE(fractions)
{
    for (const int channels : {1, 2, 4}) {
        check_plane(bytes_of(integers<unsigned char>(width * height * 4)),
                    {channel_kind::unsigned_integer, static_cast<std::uint8_t>(channels), 1});
        check_plane(bytes_of(integers<unsigned short>(width * height * 4)),
                    {channel_kind::unsigned_integer, static_cast<std::uint8_t>(channels), 2});
    }
}
