// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the levels of a mipmapped array for a fetch, and mixes two of them.
#include "machine/float_value.h"
#include "texture/cubemap.h"
#include "texture/filter.h"
#include "texture/footprint.h"
#include "texture/mix.h"

#include <algorithm>
#include <cmath>

namespace cuda_emulator {

namespace {

// Gives a level in 1/256, cut towards zero, as a bias is; 0 for NaN.
std::int64_t steps_of(float level)
{
    return level != level ? 0 : static_cast<std::int64_t>(std::clamp(double(level), -1e6, 1e6) * 256.0);
}

// Gives the share of the upper level in 1/256, for a level that is `fraction` above the lower one. With anisotropy,
// levels are mixed only in a middle part of the range.
int mixed_fraction(int fraction, unsigned anisotropy)
{
    const unsigned limit = ratio_limit(anisotropy);
    const int slope = limit == 1 ? 4 : limit == 2 ? 6 : limit == 4 ? 7 : 8; // in quarters
    return std::clamp((slope * (fraction - 128) >> 2) + 128, 0, 256);
}

// Limits a level to the clamps, in 1/256.
std::int64_t allowed(const texture& t, std::int64_t steps)
{
    steps = std::max(steps_of(t.lowest_level), std::min(steps, steps_of(t.highest_level)));
    return std::clamp<std::int64_t>(steps, 0, std::int64_t(t.levels.size() - 1) * 256);
}

texel sample_at(const texture& t, geometry g, const float* at, int layer, std::int64_t steps)
{
    steps = allowed(t, steps);
    if (!t.linear_mipmap_filter) return sample_image(t, t.levels[std::size_t(steps + 128) / 256], g, at, layer);
    const auto low = std::size_t(steps / 256);
    const int fraction = mixed_fraction(static_cast<int>(steps % 256), t.anisotropy);
    weighted_texels texels;
    if (fraction < 256) collect(t, t.levels[low], g, at, layer, 256 - fraction, 0, texels);
    if (fraction > 0) collect(t, t.levels[low + 1], g, at, layer, fraction, 1, texels);
    return mix(t, t.source.format, texels);
}

// Rows in layers, cubemaps and volumes have no anisotropy.
unsigned anisotropy_of(const texture& t, geometry g)
{
    return g.cube || g.dimensions == 3 || (g.dimensions == 1 && g.layered) ? 1 : t.anisotropy;
}

} // namespace

// Without an explicit level, the clamps apply, but the bias does not.
texel sample(const texture& t, geometry g, const float* at, int layer)
{
    return t.levels.empty() ? sample_image(t, t.source, g, at, layer) : sample_at(t, g, at, layer, 0);
}

texel sample_level(const texture& t, geometry g, const float* at, int layer, float level)
{
    if (t.levels.empty()) return sample_image(t, t.source, g, at, layer);
    return sample_at(t, g, at, layer, steps_of(level) + steps_of(t.level_bias));
}

// Takes samples along the longer axis of the footprint. Their distance is one texel of the nearest level. Both sides of
// the middle have the same number of samples. The outermost samples count as much as is left of the length.
//
// The positions of an H200's samples are known for steps along an axis. Not known is how it rounds their sum, and what
// anisotropy does on cubemaps, which have none here. tests/oracle/bounded/ has the differences.
texel sample_gradient(const texture& t, geometry g, const float* at, int layer, const float* dx, const float* dy)
{
    if (t.levels.empty()) return sample_image(t, t.source, g, at, layer);
    const std::size_t sizes[3] = {t.source.width, t.source.height, t.source.depth};
    double x[3] = {}, y[3] = {}, size[3];
    const int axes = g.cube ? 2 : g.dimensions;
    bool one_face = true;
    if (g.cube) {
        const bool x_stays = cube_step(at, dx, x), y_stays = cube_step(at, dy, y);
        one_face = x_stays && y_stays;
    } else {
        std::copy_n(dx, axes, x);
        std::copy_n(dy, axes, y);
    }
    for (int k = 0; k < axes; ++k) {
        size[k] = g.cube || t.normalised_coordinates ? double(std::max<std::size_t>(sizes[k], 1)) : 1.0;
        // A NaN counts as no step, and an infinity as a long step.
        const auto step = [&](double v) { return v == v ? std::clamp(v * size[k], -1e30, 1e30) : 0; };
        x[k] = step(x[k]);
        y[k] = step(y[k]);
    }
    const footprint f = footprint_of(x, y, axes, one_face, anisotropy_of(t, g));
    const std::int64_t level = allowed(t, f.level + steps_of(t.level_bias));
    if (!(f.ratio > 1)) return sample_at(t, g, at, layer, level);

    const double texel_length = std::ldexp(1.0, static_cast<int>((level + 128) / 256));
    const int pairs = static_cast<int>(std::ceil(f.ratio / 2));
    const int each = static_cast<int>(std::lround(512 / f.ratio));
    const texel_format& format = t.source.format;
    const bool integers = reads_integers(t, format);
    double sums[4] = {}; // exact for integers
    for (int pair = 0; pair < pairs; ++pair) {
        const double distance = (pairs == 1 ? (f.ratio - 1) / 2 : pair + 0.5) * texel_length / f.length;
        const int weight = pair + 1 < pairs ? each : 256 - pair * each;
        for (const double side : {-distance, distance}) {
            float place[3] = {at[0], at[1], at[2]};
            for (int k = 0; k < axes; ++k)
                place[k] = static_cast<float>(at[k] + side * f.along[k] / size[k]);
            const texel one = sample_at(t, g, place, layer, level);
            for (int c = 0; c < 4; ++c)
                sums[c] += weight * (integers ? double(integer_of(format, one.bits[c])) : bits_as<float>(one.bits[c]));
        }
    }
    // The result stays a multiple of 1/65535.
    const bool fractions = format.kind == channel_kind::unsigned_integer && t.normalised_read && !t.srgb;
    const auto rounded = [&](double v) { return static_cast<float>(fractions ? std::round(v * 65535) / 65535 : v); };
    texel r = {};
    for (int c = 0; c < 4; ++c)
        r.bits[c] = integers ? cut_integer(format, static_cast<std::int64_t>(sums[c]), 9)
                             : bits_as<std::uint32_t>(rounded(sums[c] / 512));
    return r;
}

} // namespace cuda_emulator
