// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture/warp_samples.h"

#include "machine/float_value.h"
#include "texture/coordinates.h"
#include "texture/texel.h"
#include "texture/warp_mix.h"
#include "texture/warp_places.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cuda_emulator {

namespace {

using lane_words = std::uint32_t[warp_size];
using lane_integers = std::int32_t[warp_size];
using lane_offsets = std::int32_t[warp_size];

std::size_t texel_count(std::size_t n) { return std::max<std::size_t>(n, 1); }

// Offsets have 32 bits.
constexpr std::size_t most_bytes = std::size_t{1} << 31;

bool is_common(const texture& t, geometry g)
{
    return t.levels.empty() && !g.cube && !t.srgb && t.source.data && !t.source.is_past_end;
}

// Tests that offsets reach all texels. Linear and pitched memory may end before the image does: read_texel() reads zero
// there.
bool is_whole(const image& s)
{
    const std::size_t before_last =
        (texel_count(s.depth) - 1) * s.slice_bytes + (texel_count(s.height) - 1) * s.row_bytes;
    const std::size_t bytes = before_last + s.width * s.format.bytes();
    return bytes <= (s.backed ? std::min(s.backed, most_bytes) : most_bytes);
}

bool is_half(const texel_format& f) { return f.kind == channel_kind::floating && f.channel_bytes == 2; }

bool reads_fractions(const texture& t)
{
    const texel_format& f = t.source.format;
    return f.kind != channel_kind::floating && f.channel_bytes < 4 && t.normalised_read;
}

// The coordinates of one axis. A lane without a fetch gets the coordinate of a lane with one.
void active_coordinates(const std::uint32_t* in, std::uint32_t mask, float* out)
{
    const std::uint32_t other = in ? in[__builtin_ctz(mask)] : 0;
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l)
        out[l] = bits_as<float>(in && mask >> l & 1 ? in[l] : other);
}

template <class T>
void load_lanes(const char* data, const lane_offsets offsets, lane_words out)
{
    for (int l = 0; l < warp_size; ++l) {
        T v;
        std::memcpy(&v, data + offsets[l], sizeof v);
        out[l] = static_cast<std::uint32_t>(v);
    }
}

// Loads one component of the texels, without its conversion. Signed integers are extended.
void load_component(const image& s, const lane_offsets offsets, int component, lane_words out)
{
    const char* data = s.data + component * s.format.channel_bytes;
    const bool is_signed = s.format.kind == channel_kind::signed_integer;
    if (s.format.channel_bytes == 4) return load_lanes<std::uint32_t>(data, offsets, out);
    if (s.format.channel_bytes == 2)
        return is_signed ? load_lanes<std::int16_t>(data, offsets, out) : load_lanes<std::uint16_t>(data, offsets, out);
    return is_signed ? load_lanes<std::int8_t>(data, offsets, out) : load_lanes<std::uint8_t>(data, offsets, out);
}

// A NaN keeps its bits, as in read_texel().
void convert_halves(lane_words v)
{
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const std::uint32_t magnitude = v[l] & 0x7fff, sign = (v[l] & 0x8000) << 16;
        const auto finite = bits_as<std::uint32_t>(bits_as<float>(magnitude << 13) * 0x1p112f);
        v[l] = sign | (magnitude >= 0x7c00 ? 0x7f800000u | magnitude << 13 : finite);
    }
}

// Integers as fractions, as read_texel() and limited() give them.
void convert_fractions(const texel_format& f, lane_words v)
{
    const int bits = 8 * f.channel_bytes - (f.kind == channel_kind::signed_integer);
    const double most = (1 << bits) - 1;
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const double fraction = double(static_cast<std::int32_t>(v[l])) / most;
        v[l] = bits_as<std::uint32_t>(static_cast<float>(fraction > -1.0 ? fraction : -1.0));
    }
}

// Loads one component of the texels in the form of a result.
void read_component(const texture& t, const lane_offsets offsets, int component, lane_words out)
{
    load_component(t.source, offsets, component, out);
    if (is_half(t.source.format)) convert_halves(out);
    if (reads_fractions(t)) convert_fractions(t.source.format, out);
}

// The lanes where `chosen` is negative get the value.
void replace_negative(const lane_integers chosen, std::uint32_t value, lane_words out)
{
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l)
        out[l] = chosen[l] < 0 ? value : out[l];
}

// The offsets of the texels at a position. A texel of the border has the offset of another texel, and a negative
// `sign`.
void offsets_of(const image& s, const std::int32_t* column, const std::int32_t* row, const std::int32_t* slice,
                std::int32_t* offsets, std::int32_t* sign)
{
    const auto texel_bytes = static_cast<std::int32_t>(s.format.bytes());
    const auto row_bytes = static_cast<std::int32_t>(texel_count(s.height) > 1 ? s.row_bytes : 0);
    const auto slice_bytes = static_cast<std::int32_t>(texel_count(s.depth) > 1 ? s.slice_bytes : 0);
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        offsets[l] = std::max(column[l], 0) * texel_bytes + std::max(row[l], 0) * row_bytes;
        sign[l] = column[l] | row[l];
    }
    if (!slice) return;
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        offsets[l] += std::max(slice[l], 0) * slice_bytes;
        sign[l] |= slice[l];
    }
}

// The layer is an unsigned number, so a negative one is the last.
void layers_of(const image& s, const std::int32_t* layers, std::uint32_t mask, std::int32_t* out)
{
    const auto last = static_cast<std::uint32_t>(texel_count(s.depth) - 1);
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const bool counts = layers && mask >> l & 1;
        out[l] = static_cast<std::int32_t>(std::min(counts ? static_cast<std::uint32_t>(layers[l]) : 0, last));
    }
}

// The positions of all lanes on all axes.
struct warp_positions {
    lane_places axes[3];
    int count;      // axes with a fraction
    bool has_slice; // the third axis has a slice: of a volume or a layer
    bool has_border;
};
void find_positions(const texture& t, const warp_fetch& f, std::uint32_t mask, bool filtered, warp_positions& p)
{
    const image& s = t.source;
    const std::size_t sizes[3] = {s.width, s.height, s.depth};
    // As in filter.cpp, a row of texels is a plane of height 1 if the second mode is border.
    const bool is_plane =
        filtered && f.shape.dimensions == 1 && !f.shape.layered && mode_of(t, 1) == address_mode::border;
    p.count = is_plane ? 2 : f.shape.dimensions;
    p.has_border = false;
    for (int k = 0; k < p.count; ++k) {
        alignas(32) float at[warp_size];
        active_coordinates(k < f.shape.dimensions ? f.at[k] : nullptr, mask, at);
        p.has_border |= mode_of(t, k) == address_mode::border;
        const auto size = static_cast<std::int32_t>(texel_count(sizes[k]));
        if (filtered) {
            filter_places(t, k, at, size, p.axes[k]);
        } else {
            point_places(t, k, at, size, p.axes[k]);
        }
    }
    if (p.count == 1) p.axes[1] = {};
    p.has_slice = f.shape.dimensions == 3 || s.layered;
    if (s.layered) layers_of(s, f.layers, mask, p.axes[2].lower);
}

// The texels of a linear filter. The number of a corner is x + 2 * y + 4 * z.
struct warp_corners {
    int rows = 0; // of a slice
    int slices = 0;
    alignas(32) lane_offsets offsets[8];
    alignas(32) lane_integers weights[8];
    alignas(32) lane_integers sign[8]; // negative: the border
};

// The weights of one slice, as for_each_corner() in filter.cpp gives them. `share` of a lane is the weight of the
// slice.
template <class Share>
void weigh_slice(const std::int32_t* x, const std::int32_t* y, Share share, lane_integers* out)
{
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const auto part = [](std::int32_t of, std::int32_t n) { return (of * n + 128) >> 8; };
        const std::int32_t right = part(share(l), x[l]), left = share(l) - right;
        const std::int32_t upper_right = part(right, y[l]), lower_left = part(left, 256 - y[l]);
        out[0][l] = lower_left;
        out[1][l] = right - upper_right;
        out[2][l] = left - lower_left;
        out[3][l] = upper_right;
    }
}
void weigh_corners(const warp_positions& p, lane_integers* out)
{
    const std::int32_t *x = p.axes[0].fraction, *y = p.axes[1].fraction, *z = p.axes[2].fraction;
    if (p.count < 3) {
        weigh_slice(
            x, y, [](int) { return 256; }, out);
    } else {
        weigh_slice(
            x, y, [=](int l) { return 256 - z[l]; }, out);
        weigh_slice(
            x, y, [=](int l) { return z[l]; }, out + 4);
    }
}

void find_corners(const texture& t, const warp_positions& p, warp_corners& c)
{
    c.slices = p.count == 3 ? 2 : 1;
    c.rows = p.count == 1 ? 1 : 2;
    weigh_corners(p, c.weights);
    for (int k = 0; k < 2 * c.rows * c.slices; ++k) {
        const auto at = [&](int axis, bool is_upper) { return is_upper ? p.axes[axis].upper : p.axes[axis].lower; };
        offsets_of(t.source, at(0, k & 1), at(1, k & 2), p.has_slice ? at(2, k & 4) : nullptr, c.offsets[k], c.sign[k]);
    }
}

// The form that the sums take: floats, or parts of 1.
std::uint32_t border_parts(const texture& t, const texel& border, int component)
{
    const std::uint32_t bits = border.bits[component];
    if (!reads_fractions(t)) return bits;
    const texel_format& f = t.source.format;
    const double most = f.kind != channel_kind::signed_integer ? 65535.0 : f.channel_bytes == 1 ? 127.0 : 32767.0;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::nearbyint(double(bits_as<float>(bits)) * most)));
}
void load_parts(const texture& t, const lane_offsets offsets, int component, lane_words out)
{
    const texel_format& f = t.source.format;
    load_component(t.source, offsets, component, out);
    if (is_half(f)) convert_halves(out);
    if (f.kind == channel_kind::unsigned_integer && f.channel_bytes == 1)
#pragma GCC ivdep
        for (int l = 0; l < warp_size; ++l)
            out[l] *= 257;
    if (f.kind == channel_kind::signed_integer && f.channel_bytes == 2)
#pragma GCC ivdep
        for (int l = 0; l < warp_size; ++l)
            out[l] = static_cast<std::uint32_t>(std::max(static_cast<std::int32_t>(out[l]), -32767));
}

std::uint32_t filter_lanes(const texture& t, const warp_positions& p, std::uint32_t (*result)[warp_size])
{
    const texel_format& f = t.source.format;
    warp_corners c;
    find_corners(t, p, c);
    const texel border = p.has_border ? border_texel(t) : texel{};
    std::uint32_t rare = 0;
    for (int component = 0; component < f.channels; ++component) {
        alignas(32) lane_words values[8];
        for (int k = 0; k < 2 * c.rows * c.slices; ++k) {
            load_parts(t, c.offsets[k], component, values[k]);
            if (p.has_border) replace_negative(c.sign[k], border_parts(t, border, component), values[k]);
        }
        if (f.kind == channel_kind::floating) {
            rare |= mix_lanes_of_reals(values, c.weights, c.rows, c.slices, is_half(f), result[component]);
        } else {
            mix_lanes_of_fractions(values, c.weights, c.rows * c.slices, f, result[component]);
        }
    }
    return ~rare;
}

// The positions for integer coordinates. A position outside of the image has column -1.
void find_texels(const image& s, const warp_fetch& f, int axes, bool is_layer, std::uint32_t mask, warp_positions& p)
{
    const std::size_t sizes[3] = {s.width, s.height, s.depth};
    alignas(32) lane_integers inside;
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l)
        inside[l] = mask >> l & 1 ? -1 : 0;
    for (int k = 0; k < 3; ++k) {
        std::int32_t* to = p.axes[k].lower;
        if (k < axes) {
            std::memcpy(to, f.at[k], sizeof(lane_integers));
        } else if (k == 2 && is_layer && f.layers) {
            std::memcpy(to, f.layers, sizeof(lane_integers));
        } else {
            std::memset(to, 0, sizeof(lane_integers));
            continue;
        }
        // As an unsigned number, a negative coordinate is large.
        const auto size = static_cast<std::uint32_t>(texel_count(sizes[k]));
#pragma GCC ivdep
        for (int l = 0; l < warp_size; ++l)
            inside[l] &= static_cast<std::uint32_t>(to[l]) < size ? -1 : 0;
    }
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        p.axes[0].lower[l] = inside[l] ? p.axes[0].lower[l] : -1;
        p.axes[1].lower[l] &= inside[l];
        p.axes[2].lower[l] &= inside[l];
    }
}

// Reads the texels at the lower positions. Those of the border get `outside` instead.
void point_lanes(const texture& t, const warp_positions& p, const texel& outside, std::uint32_t (*result)[warp_size])
{
    alignas(32) lane_offsets offsets;
    alignas(32) lane_integers sign;
    offsets_of(t.source, p.axes[0].lower, p.axes[1].lower, p.has_slice ? p.axes[2].lower : nullptr, offsets, sign);
    for (int component = 0; component < t.source.format.channels; ++component) {
        read_component(t, offsets, component, result[component]);
        if (p.has_border) replace_negative(sign, outside.bits[component], result[component]);
    }
}

// Components that the format does not have are 0.
void clear_missing(const texel_format& f, std::uint32_t (*result)[warp_size])
{
    std::memset(result + f.channels, 0, (4u - f.channels) * sizeof *result);
}

} // namespace

std::uint32_t sample_lanes(const texture& t, const warp_fetch& f, std::uint32_t mask,
                           std::uint32_t (*result)[warp_size])
{
    const image& s = t.source;
    if (!is_common(t, f.shape) || !is_whole(s) || std::max({s.width, s.height, s.depth}) > longest_axis) return 0;
    if (t.linear_filter && s.format.kind != channel_kind::floating && !reads_fractions(t)) return 0;
    warp_positions p;
    find_positions(t, f, mask, t.linear_filter, p);
    clear_missing(s.format, result);
    if (t.linear_filter) return mask & filter_lanes(t, p, result);
    point_lanes(t, p, p.has_border ? border_texel(t) : texel{}, result);
    return mask;
}

std::uint32_t fetch_lanes(const texture& t, const warp_fetch& f, std::uint32_t mask, std::uint32_t (*result)[warp_size])
{
    image s = t.source;
    // Linear memory may end in front of the last texel.
    if (s.linear_memory && s.backed) s.width = std::min(s.width, s.backed / s.format.bytes());
    if (!is_common(t, f.shape) || !is_whole(s) || s.width == 0) return 0;
    const int axes = s.linear_memory ? 1 : f.shape.dimensions;
    const bool is_layer = f.shape.layered && !s.linear_memory;
    if (axes == 1 && !is_layer && !s.linear_memory) return 0;
    warp_positions p;
    p.has_border = true;
    p.has_slice = axes == 3 || is_layer;
    find_texels(s, f, axes, is_layer, mask, p);
    clear_missing(s.format, result);
    point_lanes(t, p, texel{}, result);
    return mask;
}

} // namespace cuda_emulator
