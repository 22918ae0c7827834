#include "texture/filter.h"

#include "execute/float_value.h"
#include "texture/coordinates.h"
#include "texture/cubemap.h"
#include "texture/texel.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

std::int64_t length(std::size_t n) { return std::int64_t(std::max<std::size_t>(n, 1)); }

// The slice that a layer, a face or the third coordinate names.
std::int64_t slice_of(const texture& t, const image& s, geometry g, std::int64_t z, int layer, int face)
{
    // A layer counts without sign: a negative one is beyond the last.
    const auto last = [](std::int64_t layers, int wanted) {
        return std::min<std::int64_t>(unsigned(wanted), layers - 1);
    };
    if (g.cube) return 6 * last(length(s.depth) / 6, layer) + face;
    if (s.layered) return last(length(s.depth), layer);
    return g.dimensions > 2 ? place_index(z, length(s.depth), mode_of(t, 2)) : 0;
}

texel texel_at(const texture& t, const image& s, geometry g, const std::int64_t* at, int layer, int face)
{
    const std::int64_t x = place_index(at[0], length(s.width), mode_of(t, 0));
    const std::int64_t y = g.dimensions > 1 ? place_index(at[1], length(s.height), mode_of(t, 1)) : 0;
    return read_texel(t, s, x, y, slice_of(t, s, g, at[2], layer, face));
}

// Where a fetch looks: texel coordinates, and the face of a cubemap.
struct place {
    double at[3] = {};
    int axes;
    int face = 0;
};
place place_of(const texture& t, const image& s, geometry g, const float* in)
{
    place p;
    if (g.cube) {
        const cube_place c = cube_place_of(in);
        p.axes = 2;
        p.face = c.face;
        p.at[0] = double(c.s) * double(s.width);
        p.at[1] = double(c.t) * double(s.height);
        return p;
    }
    const std::size_t sizes[3] = {s.width, s.height, s.depth};
    p.axes = g.dimensions;
    for (int k = 0; k < p.axes; ++k)
        p.at[k] = texel_coordinate(t, k, in[k], sizes[k]);
    return p;
}

} // namespace

texel fetch(const texture& t, geometry g, const std::int64_t* at, int layer, int level)
{
    const image& s = level > 0 && std::size_t(level) < t.levels.size() ? t.levels[std::size_t(level)] : t.source;
    if (s.linear_memory) {
        if (at[0] < 0 || at[0] >= std::int64_t(s.width)) return {};
        return read_texel(t, s, at[0], 0, 0);
    }
    // Such coordinates know no address mode: an H200 reads zero outside, and everywhere in an array of one dimension
    // without layers, for there they are for linear memory.
    auto outside = [](std::int64_t i, std::size_t size) {
        return i < 0 || std::uint64_t(i) >= std::max<std::size_t>(size, 1);
    };
    if (g.dimensions == 1 && !g.layered) return {};
    if (outside(at[0], s.width) || (g.dimensions > 1 && outside(at[1], s.height)) ||
        (g.dimensions > 2 && !g.cube && outside(at[2], s.depth)) || (g.layered && outside(layer, s.depth)))
        return {};
    return texel_at(t, s, g, at, layer, 0);
}

texel sample_image(const texture& t, const image& s, geometry g, const float* in, int layer)
{
    const place p = place_of(t, s, g, in);
    std::int64_t low[3] = {};
    if (!t.linear_filter) {
        for (int k = 0; k < p.axes; ++k)
            low[k] = floor_index(p.at[k]);
        return texel_at(t, s, g, low, layer, p.face);
    }
    // A linear filter mixes 2, 4 or 8 texels; weights have 8 fractional bits.
    double weight[3] = {};
    for (int k = 0; k < p.axes; ++k) {
        const double b = p.at[k] - 0.5;
        low[k] = floor_index(b);
        double w = std::isfinite(b) ? std::nearbyint((b - std::floor(b)) * 256.0) : 0.0;
        if (w >= 256.0) {
            w = 0;
            ++low[k];
        }
        weight[k] = w / 256.0;
    }
    // Bytes read as fractions are mixed as 16-bit fractions, and the mix is rounded to one, half up: seen on an H200,
    // in one dimension.
    const bool sixteen_bits =
        t.normalised_read && s.format.kind == channel_kind::unsigned_integer && s.format.channel_bytes == 1;
    double sum[4] = {};
    for (int corner = 0; corner < 1 << p.axes; ++corner) {
        double w = 1;
        std::int64_t at[3] = {};
        for (int k = 0; k < p.axes; ++k) {
            const bool upper = corner >> k & 1;
            w *= upper ? weight[k] : 1 - weight[k];
            at[k] = low[k] + upper;
        }
        if (w == 0) continue;
        const texel v = texel_at(t, s, g, at, layer, p.face);
        for (int c = 0; c < 4; ++c) {
            const double component = bits_as<float>(v.bits[c]);
            sum[c] += w * (sixteen_bits ? std::nearbyint(component * 65535.0) : component);
        }
    }
    texel r;
    for (int c = 0; c < 4; ++c)
        r.bits[c] =
            bits_as<std::uint32_t>(static_cast<float>(sixteen_bits ? std::floor(sum[c] + 0.5) / 65535.0 : sum[c]));
    return r;
}

texel gather(const texture& t, geometry g, int component, const float* in, int layer)
{
    const place p = place_of(t, t.source, g, in);
    const std::int64_t x = floor_index(p.at[0] - 0.5), y = floor_index(p.at[1] - 0.5);
    texel r;
    // Against the clock, from the lower left.
    const std::int64_t corners[4][3] = {{x, y + 1, 0}, {x + 1, y + 1, 0}, {x + 1, y, 0}, {x, y, 0}};
    for (int k = 0; k < 4; ++k)
        r.bits[k] = texel_at(t, t.source, g, corners[k], layer, p.face).bits[component];
    return r;
}

} // namespace cuda_emulator
