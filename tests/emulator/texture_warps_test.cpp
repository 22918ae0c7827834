// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A warp is sampled at once, if its texture is of a common kind. Each lane must get the bits that the functions for a
// single lane give. Textures, coordinates and masks are random.
#include <boost/test/unit_test.hpp>

#include "texture/texture.h"
#include "texture/warp_samples.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace cuda_emulator;

constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

std::uint32_t bits_of(float v)
{
    std::uint32_t bits;
    std::memcpy(&bits, &v, sizeof bits);
    return bits;
}

class generator {
public:
    explicit generator(unsigned seed)
        : random_(seed)
    {
    }
    std::uint32_t bits() { return static_cast<std::uint32_t>(random_()); }
    std::size_t below(std::size_t n) { return bits() % n; }
    bool once_in(std::size_t n) { return below(n) == 0; }
    float real(float least, float most) { return std::uniform_real_distribution<float>{least, most}(random_); }
    template <class T>
    T one_of(std::initializer_list<T> all)
    {
        return all.begin()[below(all.size())];
    }
    std::uint32_t mask()
    {
        const std::uint32_t any = one_of({~0u, ~0u, bits(), bits() & bits() & bits(), 1u << below(32)});
        return any ? any : 1;
    }

private:
    std::mt19937 random_;
};

// A texture and the memory of its texels.
struct sampled {
    texture t;
    warp_fetch shape;
    std::vector<char> texels;
    bool is_finite = true;
};

enum class kind { ordinary, wide, special, zeros };

float real_texel(generator& any, kind k)
{
    switch (k) {
    case kind::ordinary:
        return any.real(-100, 100);
    case kind::wide:
        return any.one_of({1.0f, -1.0f}) * std::ldexp(any.real(1, 2), static_cast<int>(any.below(250)) - 126);
    case kind::special:
        return any.one_of({0.0f, -0.0f, 1e-40f, -3e-39f, 0x1p-126f, -0x1.fffffep-127f, 3e38f, -3e38f, infinity,
                           -infinity, nan, -nan, any.real(-1, 1), 0x1p-149f, 0x1.000002p-126f});
    default:
        return any.one_of({-0.0f, -0.0f, -0.0f, 0.0f, -1e-41f});
    }
}

void fill(generator& any, sampled& s, kind k)
{
    const texel_format& f = s.t.source.format;
    s.is_finite = f.kind != channel_kind::floating || (k != kind::special && f.channel_bytes == 4);
    for (std::size_t at = 0; at + 4 <= s.texels.size(); at += 4) {
        const bool is_float = f.kind == channel_kind::floating && f.channel_bytes == 4;
        std::uint32_t bits = is_float ? bits_of(real_texel(any, k)) : any.bits();
        // Halves are ordinary numbers, or all bits are random. 0x8000 is the negative zero, and the smallest integer.
        if (!is_float && k == kind::ordinary) bits &= 0xbfffbfff;
        if (!is_float && k == kind::zeros) bits = any.one_of({0x80008000u, 0x80008000u, 0x00008000u, 0x80808080u});
        std::memcpy(&s.texels[at], &bits, sizeof bits);
    }
}

texel_format any_format(generator& any)
{
    texel_format f;
    f.kind = any.one_of(
        {channel_kind::floating, channel_kind::floating, channel_kind::signed_integer, channel_kind::unsigned_integer});
    f.channels = any.one_of<std::uint8_t>({1, 2, 4});
    f.channel_bytes =
        f.kind == channel_kind::floating ? any.one_of<std::uint8_t>({2, 4, 4}) : any.one_of<std::uint8_t>({1, 2, 4});
    return f;
}

// An array: a row, a plane or a volume, or layers of the first two.
void make_array(generator& any, sampled& s)
{
    image& i = s.t.source;
    const auto size = [&] { return any.one_of<std::size_t>({1, 2, 3, 5, 33, 64}); };
    geometry& g = s.shape.shape;
    g.dimensions = any.one_of<std::uint8_t>({1, 2, 2, 3});
    g.layered = g.dimensions < 3 && any.once_in(4);
    i.width = size();
    i.height = g.dimensions > 1 || (!g.layered && any.once_in(2)) ? size() : 0;
    i.depth = g.dimensions == 3 || g.layered ? std::min<std::size_t>(size(), 5) : 0;
    i.layered = g.layered;
    i.row_bytes = i.width * i.format.bytes() + (any.once_in(3) ? 32 : 0);
    i.slice_bytes = i.row_bytes * std::max<std::size_t>(i.height, 1);
    s.texels.resize((i.slice_bytes * std::max<std::size_t>(i.depth, 1) + 3) / 4 * 4);
}

sampled any_texture(generator& any)
{
    sampled s;
    s.t.source.format = any_format(any);
    make_array(any, s);
    const texel_format& f = s.t.source.format;
    s.t.normalised_read = f.kind != channel_kind::floating && f.channel_bytes < 4 && !any.once_in(3);
    s.t.linear_filter = (f.kind == channel_kind::floating || s.t.normalised_read) && !any.once_in(3);
    s.t.normalised_coordinates = any.once_in(2);
    for (address_mode& m : s.t.address)
        m = any.one_of({address_mode::wrap, address_mode::clamp, address_mode::mirror, address_mode::border});
    const kind border = any.one_of({kind::ordinary, kind::wide, kind::zeros, kind::special});
    for (float& v : s.t.border)
        v = any.once_in(2) ? any.real(-2, 2) : real_texel(any, border);
    fill(any, s, any.one_of({kind::ordinary, kind::ordinary, kind::wide, kind::special, kind::zeros}));
    s.is_finite &= border != kind::special;
    return s;
}

float any_coordinate(generator& any, const texture& t, std::size_t size)
{
    const auto texels = static_cast<float>(std::max<std::size_t>(size, 1));
    float v = 0;
    switch (any.below(8)) {
    case 0: // far outside, or no number
        return any.one_of({1e9f, -1e9f, 1e30f, -1e30f, infinity, -infinity, nan, 16777215.0f, 16777216.0f, -16777215.0f,
                           -0.0f, 1e-42f, -1e-42f, 0x1p-22f, -0x1p-23f, 3e38f});
    case 1: // centres and edges of texels
        v = static_cast<float>(any.below(2 * size + 6)) / 2 - 2;
        break;
    case 2: // borders between fractions
        v = static_cast<float>(any.below(512 * (size + 2))) / 512 - 1;
        break;
    case 3:
        v = any.real(-3 * texels - 2, 4 * texels + 2);
        break;
    case 4:
        v = any.real(-20000, 20000);
        break;
    default:
        v = any.real(-1, texels + 1);
    }
    if (t.normalised_coordinates) v /= texels;
    return any.once_in(6) ? std::nextafter(v, any.one_of({-1e9f, 1e9f})) : v;
}

// The operands of a warp. Lanes without a fetch have any bits.
struct operands {
    std::uint32_t at[3][warp_size];
    std::int32_t layers[warp_size];
    std::uint32_t mask;
};

void check_lanes(generator& any, sampled& s, bool integers, const operands& o, std::uint32_t& done)
{
    s.t.source.data = s.texels.data();
    warp_fetch f = s.shape;
    for (int k = 0; k < f.shape.dimensions; ++k)
        f.at[k] = o.at[k];
    if (f.shape.layered) f.layers = o.layers;
    std::uint32_t result[4][warp_size];
    std::memset(result, static_cast<int>(any.below(256)), sizeof result);
    done = integers ? fetch_lanes(s.t, f, o.mask, result) : sample_lanes(s.t, f, o.mask, result);
    BOOST_TEST((done & ~o.mask) == 0u);
    each_lane(done, [&](int l) {
        float real[3] = {};
        std::int64_t whole[3] = {};
        for (int k = 0; k < f.shape.dimensions; ++k) {
            std::memcpy(&real[k], &o.at[k][l], sizeof(float));
            whole[k] = static_cast<std::int32_t>(o.at[k][l]);
        }
        const int layer = f.layers ? f.layers[l] : 0;
        const texel one = integers ? fetch(s.t, f.shape, whole, layer) : sample(s.t, f.shape, real, layer);
        for (int c = 0; c < 4; ++c)
            if (one.bits[c] != result[c][l])
                BOOST_ERROR("lane " << l << ", component " << c << ": " << std::hex << result[c][l] << " and "
                                    << one.bits[c] << std::dec << ", at " << real[0] << ", " << real[1] << ", "
                                    << real[2] << ", layer " << layer << ": " << int(f.shape.dimensions)
                                    << " dimensions of " << s.t.source.width << " x " << s.t.source.height << " x "
                                    << s.t.source.depth << ", format " << int(s.t.source.format.kind) << " of "
                                    << int(s.t.source.format.channel_bytes) << " bytes, filter " << s.t.linear_filter
                                    << ", fractions " << s.t.normalised_read << ", normalised "
                                    << s.t.normalised_coordinates << ", modes " << int(s.t.address[0]) << ", "
                                    << int(s.t.address[1]) << ", " << int(s.t.address[2]));
    });
}

operands any_operands(generator& any, const sampled& s, bool integers)
{
    const std::size_t sizes[3] = {s.t.source.width, s.t.source.height, s.t.source.depth};
    operands o;
    o.mask = any.mask();
    for (int l = 0; l < warp_size; ++l) {
        const bool active = o.mask >> l & 1;
        for (int k = 0; k < 3; ++k) {
            const auto whole = static_cast<std::uint32_t>(any.below(sizes[k] + 4)) - 2;
            o.at[k][l] = !active || (integers && any.once_in(20)) ? any.bits()
                         : integers                               ? whole
                                                                  : bits_of(any_coordinate(any, s.t, sizes[k]));
        }
        o.layers[l] = active && !any.once_in(10) ? static_cast<int>(any.below(7)) - 1 : static_cast<int>(any.bits());
    }
    return o;
}

} // namespace

BOOST_AUTO_TEST_CASE(samples)
{
    generator any{20261128};
    std::size_t lanes = 0, alone = 0;
    for (int k = 0; k < 8000; ++k) {
        sampled s = any_texture(any);
        for (int warp = 0; warp < 8; ++warp) {
            const operands o = any_operands(any, s, false);
            std::uint32_t done;
            check_lanes(any, s, false, o, done);
            if (s.is_finite) BOOST_TEST(done == o.mask);
            lanes += static_cast<std::size_t>(__builtin_popcount(o.mask));
            alone += static_cast<std::size_t>(__builtin_popcount(o.mask & ~done));
        }
    }
    // The lanes with an infinity or a NaN are left.
    BOOST_TEST(alone > 0u);
    BOOST_TEST(alone < lanes / 10);
}

BOOST_AUTO_TEST_CASE(fetches)
{
    generator any{20261129};
    for (int k = 0; k < 4000; ++k) {
        sampled s = any_texture(any);
        const operands o = any_operands(any, s, true);
        std::uint32_t done;
        check_lanes(any, s, true, o, done);
        // A one-dimensional array without layers has no such fetch.
        BOOST_TEST(done == (s.shape.shape.dimensions == 1 && !s.shape.shape.layered ? 0 : o.mask));
    }
}

// The texture may be longer than its memory, or shorter.
BOOST_AUTO_TEST_CASE(fetches_from_linear_memory)
{
    generator any{20261130};
    for (int k = 0; k < 4000; ++k) {
        sampled s;
        image& i = s.t.source;
        i.format = any_format(any);
        i.linear_memory = true;
        i.width = 1 + any.below(100);
        i.row_bytes = i.slice_bytes = i.width * i.format.bytes();
        i.backed = 4 * (1 + any.below(100));
        s.t.normalised_read = any.once_in(2);
        s.texels.resize(i.backed);
        fill(any, s, kind::special);
        const operands o = any_operands(any, s, true);
        std::uint32_t done;
        check_lanes(any, s, true, o, done);
        BOOST_TEST(done == (i.backed < i.format.bytes() ? 0 : o.mask));
    }
}

// Pitched memory may end before the image does. Then each lane is sampled alone.
BOOST_AUTO_TEST_CASE(pitched_memory)
{
    generator any{20261131};
    for (int k = 0; k < 1000; ++k) {
        sampled s;
        do
            s = any_texture(any);
        while (s.t.source.layered || s.t.source.depth || s.t.source.height == 0);
        const image& i = s.t.source;
        const std::size_t least = (i.height - 1) * i.row_bytes + i.width * i.format.bytes();
        s.t.source.backed = any.once_in(2) ? least : least - 1;
        std::uint32_t done;
        check_lanes(any, s, false, any_operands(any, s, false), done);
        if (i.backed < least) BOOST_TEST(done == 0u);
        if (i.backed == least && s.is_finite) BOOST_TEST(done != 0u);
    }
}

// Textures that only the functions for a single lane know.
BOOST_AUTO_TEST_CASE(other_textures)
{
    generator any{20261132};
    const auto is_left = [&](sampled s) {
        const operands o = any_operands(any, s, false);
        std::uint32_t done;
        check_lanes(any, s, false, o, done);
        BOOST_TEST(done == 0u);
    };
    sampled s;
    s.texels.resize(64);
    s.t.source.width = 4;
    s.t.source.height = 4;
    s.t.source.row_bytes = 16;
    s.t.source.slice_bytes = 64;
    s.shape.shape.dimensions = 2;
    sampled other = s;
    other.t.source.format = {channel_kind::unsigned_integer, 4, 1};
    other.t.normalised_read = other.t.srgb = true;
    is_left(other);
    other = s;
    other.t.source.data = other.texels.data();
    other.t.normalised_coordinates = true;
    other.t.levels.push_back(other.t.source);
    is_left(other);
}
