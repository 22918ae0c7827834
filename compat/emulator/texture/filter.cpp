// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture/filter.h"

#include "machine/float_value.h"
#include "texture/coordinates.h"
#include "texture/cubemap.h"
#include "texture/mix.h"
#include "texture/texel.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cuda_emulator {

namespace {

std::int64_t length(std::size_t n) { return std::int64_t(std::max<std::size_t>(n, 1)); }

// Gives the slice for a layer, a face or the third coordinate.
std::int64_t slice_of(const texture& t, const image& s, geometry g, std::int64_t z, int layer, int face)
{
    // The layer is an unsigned number. So a negative layer counts as larger than the last.
    const auto last = [](std::int64_t layers, int wanted) {
        return std::min<std::int64_t>(unsigned(wanted), layers - 1);
    };
    if (g.cube) return 6 * last(length(s.depth) / 6, layer) + face;
    if (s.layered) return last(length(s.depth), layer);
    return g.dimensions > 2 ? place_index(z, length(s.depth), mode_of(t, 2)) : 0;
}

// Gives the address mode at the edges of an image. Positions on a face of a cubemap are always fractions of the face,
// whether or not the texture has normalised coordinates.
address_mode mode_in(const texture& t, geometry g, int axis)
{
    return !g.cube ? mode_of(t, axis) : t.seamless ? address_mode::clamp : t.address[axis];
}

texel texel_at(const texture& t, const image& s, geometry g, const std::int64_t* at, int layer, int face)
{
    if (g.cube && t.seamless && t.linear_filter) {
        std::int64_t x = at[0], y = at[1];
        step_over_edge(face, x, y, length(s.width));
        return read_texel(t, s, x, y, slice_of(t, s, g, 0, layer, face));
    }
    const std::int64_t x = place_index(at[0], length(s.width), mode_in(t, g, 0));
    const std::int64_t y = place_index(at[1], length(s.height), mode_in(t, g, 1));
    return read_texel(t, s, x, y, slice_of(t, s, g, at[2], layer, face));
}

// The position of a fetch: texel coordinates, and the face of a cubemap.
struct place {
    double at[3] = {};
    int axes;
    int face = 0;
};
place place_of(const texture& t, const image& s, geometry g, const float* in, bool filtered)
{
    place p;
    if (g.cube) {
        const cube_place c = cube_place_of(in, filtered ? 2097152.0 : 1048576.0);
        p.axes = 2;
        p.face = c.face;
        p.at[0] = c.s * double(s.width);
        p.at[1] = c.t * double(s.height);
        return p;
    }
    const std::size_t sizes[3] = {s.width, s.height, s.depth};
    p.axes = g.dimensions;
    // A row of texels is a plane of height 1, sampled at coordinate 0. So half of the result is the border colour if
    // the second mode is border.
    if (filtered && p.axes == 1 && !g.layered && mode_of(t, 1) == address_mode::border) p.axes = 2;
    for (int k = 0; k < p.axes; ++k)
        p.at[k] = texel_coordinate(t, k, k < g.dimensions ? in[k] : 0.0f, sizes[k], filtered);
    return p;
}

// Splits a coordinate into the lower texel and the fraction towards the next one, in 1/256, rounded half up. If both
// texels would be the same one at the edge, the fraction is 0.
void split(double at, std::int64_t size, bool clamped, std::int64_t& low, int& fraction)
{
    const std::int64_t steps = floor_index(at * 256.0 - 127.5);
    low = steps >> 8;
    fraction = static_cast<int>(steps & 255);
    if (clamped && (low < 0 || low >= size - 1)) fraction = 0;
}

// Calls act(x, y, z, weight) for each corner with a weight. The weights sum up to `share`, in 1/256. The share is split
// between the two slices, then between left and right, then between above and below. The part of the upper right and
// that of the lower left are rounded half up; the other part is the rest.
template <class Act>
void for_each_corner(const int* fraction, int share, Act act)
{
    const auto part = [](int of, int n) { return (of * n + 128) >> 8; };
    const auto corner = [&](int x, int y, int z, int weight) {
        if (weight) act(x, y, z, weight);
    };
    const int front = part(share, 256 - fraction[2]);
    for (int z = 0; z < 2; ++z) {
        const int slice = z ? share - front : front;
        const int right = part(slice, fraction[0]), left = slice - right;
        const int upper_right = part(right, fraction[1]), lower_left = part(left, 256 - fraction[1]);
        corner(0, 0, z, lower_left);
        corner(1, 0, z, right - upper_right);
        corner(0, 1, z, left - lower_left);
        corner(1, 1, z, upper_right);
    }
}

// No texel exists beyond a corner of the cube. The two texels next to that position get a third of its weight each,
// rounded, and the opposite one gets the rest.
void collect_seamless(const texture& t, const image& s, geometry g, const std::int64_t* low, const int* fraction,
                      int layer, int share, int level, int face, weighted_texels& out)
{
    int weights[2][2] = {};
    for_each_corner(fraction, share, [&](int x, int y, int, int weight) { weights[y][x] = weight; });
    const std::int64_t size = length(s.width);
    const auto outside = [&](std::int64_t i) { return i < 0 || i >= size; };
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 2; ++x) {
            if (!outside(low[0] + x) || !outside(low[1] + y)) continue;
            const int beside = (weights[y][x] + 1) / 3;
            weights[y][1 - x] += beside;
            weights[1 - y][x] += beside;
            weights[1 - y][1 - x] += weights[y][x] - 2 * beside;
            weights[y][x] = 0;
        }
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 2; ++x) {
            const std::int64_t at[3] = {low[0] + x, low[1] + y, 0};
            if (weights[y][x]) out.add(texel_at(t, s, g, at, layer, face), weights[y][x], 2 * level);
        }
}

// Tests for the common kind of texture: a plane, or a row, of floats or of fractions.
bool is_plain_plane(const texture& t, const image& s, geometry g)
{
    const texel_format& f = s.format;
    const bool floats = f.kind == channel_kind::floating && f.channel_bytes == 4;
    const bool fractions =
        f.kind == channel_kind::unsigned_integer && f.channel_bytes < 4 && t.normalised_read && !t.srgb;
    return (floats || fractions) && g.dimensions < 3 && !g.layered && !g.cube && !s.layered && !s.backed;
}

// A texel of such a plane. In the border it has the format of border_texel().
struct plain_texel {
    const char* at;
    bool is_border;

    float real(int component) const
    {
        float v;
        std::memcpy(&v, at + 4 * component, sizeof v);
        return v;
    }
    // The value in 1/65535.
    std::int64_t parts(int component, int channel_bytes) const
    {
        if (is_border) return static_cast<std::int64_t>(std::nearbyint(double(real(component)) * 65535.0));
        if (channel_bytes == 1) return std::int64_t{257} * static_cast<unsigned char>(at[component]);
        std::uint16_t v;
        std::memcpy(&v, at + 2 * component, sizeof v);
        return v;
    }
};

// Gives the same result as collect() and mix(), without their general form.
texel sample_plain_plane(const texture& t, const image& s, geometry g, const float* in)
{
    const place p = place_of(t, s, g, in, true);
    const std::int64_t sizes[2] = {length(s.width), length(s.height)};
    std::int64_t places[2][2] = {}; // the lower and the upper one on each axis
    int fraction[3] = {};
    for (int k = 0; k < 2; ++k) {
        const address_mode mode = mode_of(t, k);
        std::int64_t low = 0;
        if (k < p.axes) split(p.at[k], sizes[k], mode == address_mode::clamp, low, fraction[k]);
        places[k][0] = place_index(low, sizes[k], mode);
        places[k][1] = place_index(low + 1, sizes[k], mode);
    }
    const bool meets_border = places[0][0] < 0 || places[0][1] < 0 || places[1][0] < 0 || places[1][1] < 0;
    const texel border = meets_border ? border_texel(t) : texel{};
    plain_texel texels[4];
    int weights[4], count = 0;
    for_each_corner(fraction, 256, [&](int x, int y, int, int weight) {
        const std::int64_t column = places[0][x], row = places[1][y];
        if (column < 0 || row < 0) {
            texels[count] = {reinterpret_cast<const char*>(border.bits), true};
        } else {
            texels[count] = {s.data + row * std::int64_t(s.row_bytes) + column * std::int64_t(s.format.bytes()), false};
        }
        weights[count++] = weight;
    });
    texel r = {};
    for (int c = 0; c < s.format.channels; ++c) {
        float values[4], mixed;
        if (s.format.kind == channel_kind::floating) {
            for (int k = 0; k < count; ++k)
                values[k] = texels[k].real(c);
            mixed = mix_floats(values, weights, count);
        } else {
            std::int64_t sum = 0;
            for (int k = 0; k < count; ++k)
                sum += weights[k] * texels[k].parts(c, s.format.channel_bytes);
            mixed = mix_unsigned_fractions(sum);
        }
        r.bits[c] = bits_as<std::uint32_t>(mixed);
    }
    return r;
}

} // namespace

texel fetch(const texture& t, geometry g, const std::int64_t* at, int layer, int level)
{
    const image& s = level > 0 && std::size_t(level) < t.levels.size() ? t.levels[std::size_t(level)] : t.source;
    if (s.linear_memory) {
        if (at[0] < 0 || at[0] >= std::int64_t(s.width)) return {};
        return limited(t, read_texel(t, s, at[0], 0, 0));
    }
    // Address modes do not apply to these coordinates. An H200 reads zero outside. It also reads zero everywhere in a
    // one-dimensional array without layers, because these coordinates belong to linear memory.
    auto outside = [](std::int64_t i, std::size_t size) {
        return i < 0 || std::uint64_t(i) >= std::max<std::size_t>(size, 1);
    };
    if (g.dimensions == 1 && !g.layered) return {};
    if (outside(at[0], s.width) || (g.dimensions > 1 && outside(at[1], s.height)) ||
        (g.dimensions > 2 && !g.cube && outside(at[2], s.depth)) || (g.layered && outside(layer, s.depth)))
        return {};
    return limited(t, texel_at(t, s, g, at, layer, 0));
}

void collect(const texture& t, const image& s, geometry g, const float* in, int layer, int share, int level,
             weighted_texels& out)
{
    const place p = place_of(t, s, g, in, t.linear_filter);
    std::int64_t low[3] = {};
    if (!t.linear_filter) {
        for (int k = 0; k < p.axes; ++k)
            low[k] = floor_index(p.at[k]);
        out.add(texel_at(t, s, g, low, layer, p.face), share, 2 * level);
        return;
    }
    const std::int64_t sizes[3] = {length(s.width), length(s.height), length(s.depth)};
    int fraction[3] = {};
    for (int k = 0; k < p.axes; ++k) {
        const bool clamped = mode_in(t, g, k) == address_mode::clamp && !(g.cube && t.seamless);
        split(p.at[k], sizes[k], clamped, low[k], fraction[k]);
    }
    if (g.cube && t.seamless) {
        collect_seamless(t, s, g, low, fraction, layer, share, level, p.face, out);
        return;
    }
    for_each_corner(fraction, share, [&](int x, int y, int z, int weight) {
        const std::int64_t at[3] = {low[0] + x, low[1] + y, low[2] + z};
        out.add(texel_at(t, s, g, at, layer, p.face), weight, 2 * level + int(at[2] & 1));
    });
}

texel sample_image(const texture& t, const image& s, geometry g, const float* in, int layer)
{
    if (t.linear_filter && is_plain_plane(t, s, g)) return sample_plain_plane(t, s, g, in);
    weighted_texels texels;
    collect(t, s, g, in, layer, 256, 0, texels);
    return t.linear_filter ? mix(t, s.format, texels) : limited(t, texels.all[0].value);
}

texel gather(const texture& t, geometry g, int component, const float* in, int layer)
{
    const place p = place_of(t, t.source, g, in, true);
    std::int64_t x, y;
    int fraction;
    split(p.at[0], length(t.source.width), false, x, fraction);
    split(p.at[1], length(t.source.height), false, y, fraction);
    texel r;
    // Counter-clockwise, from the lower left.
    const std::int64_t corners[4][3] = {{x, y + 1, 0}, {x + 1, y + 1, 0}, {x + 1, y, 0}, {x, y, 0}};
    for (int k = 0; k < 4; ++k) {
        texel v = texel_at(t, t.source, g, corners[k], layer, p.face);
        if (is_signed_bytes_as_fractions(t)) { // in the format of a filter's texel
            weighted_texels one;
            one.add(v, 256, 0);
            v = mix(t, t.source.format, one);
        }
        r.bits[k] = v.bits[component];
    }
    return r;
}

} // namespace cuda_emulator
