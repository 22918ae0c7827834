// Which levels of a mipmapped array a fetch reads, and how two of them are mixed.
#include "execute/float_value.h"
#include "texture/cubemap.h"
#include "texture/filter.h"

#include <algorithm>
#include <cmath>

namespace cuda_emulator {

namespace {

// A level in 1/256, cut towards zero, as the bias is; 0 for NaN.
std::int64_t steps_of(float level)
{
    return level != level ? 0 : static_cast<std::int64_t>(std::clamp(double(level), -1e6, 1e6) * 256.0);
}

// How long a step is, about: the octagon instead of the circle.
double length_of(const double* v, int axes)
{
    const double a = std::fabs(v[0]), b = axes > 1 ? std::fabs(v[1]) : 0.0;
    return std::max(a, b) + std::min(a, b) * (11.0 / 32);
}

// The footprint of a sample is an ellipse. Of its points four are looked at, at every eighth of the way around.
double longest_axis(const double* x, const double* y, int axes)
{
    double sum[3], difference[3];
    for (int k = 0; k < axes; ++k) {
        sum[k] = (x[k] + y[k]) * (11.0 / 16);
        difference[k] = (x[k] - y[k]) * (11.0 / 16);
    }
    return std::max({length_of(x, axes), length_of(y, axes), length_of(sum, axes), length_of(difference, axes)});
}

// The level of a length in texels, in 1/256: the logarithm of eight places of it.
std::int64_t level_of(double length)
{
    if (!(length > 0)) return -256000;
    const int octave = std::ilogb(length);
    const int place = static_cast<int>((std::ldexp(length, -octave) - 1) * 256);
    // Between the ends as if the places cut off were nearly a half.
    const int part = place == 0     ? 0
                     : place == 255 ? 255
                                    : static_cast<int>(std::lround(256 * std::log2(1 + (place + 0.469) / 256)));
    return octave * 256 + part;
}

// The level as the clamps allow, in 1/256.
texel sample_at(const texture& t, geometry g, const float* at, int layer, std::int64_t steps)
{
    steps = std::max(steps_of(t.lowest_level), std::min(steps, steps_of(t.highest_level)));
    steps = std::clamp<std::int64_t>(steps, 0, std::int64_t(t.levels.size() - 1) * 256);
    if (!t.linear_mipmap_filter) return sample_image(t, t.levels[std::size_t(steps + 128) / 256], g, at, layer);
    const auto low = std::size_t(steps / 256);
    int fraction = static_cast<int>(steps % 256);
    // With anisotropy levels are mixed in the middle half of the way alone.
    if (t.anisotropy > 1) fraction = std::clamp(2 * (fraction - 64), 0, 256);
    weighted_texels texels;
    if (fraction < 256) collect(t, t.levels[low], g, at, layer, 256 - fraction, 0, texels);
    if (fraction > 0) collect(t, t.levels[low + 1], g, at, layer, fraction, 1, texels);
    return mix(t, t.source.format, texels);
}

} // namespace

// Without a level the bias does not count, the clamps do.
texel sample(const texture& t, geometry g, const float* at, int layer)
{
    return t.levels.empty() ? sample_image(t, t.source, g, at, layer) : sample_at(t, g, at, layer, 0);
}

texel sample_level(const texture& t, geometry g, const float* at, int layer, float level)
{
    if (t.levels.empty()) return sample_image(t, t.source, g, at, layer);
    return sample_at(t, g, at, layer, steps_of(level) + steps_of(t.level_bias));
}

texel sample_gradient(const texture& t, geometry g, const float* at, int layer, const float* dx, const float* dy)
{
    if (t.levels.empty()) return sample_image(t, t.source, g, at, layer);
    const std::size_t sizes[3] = {t.source.width, t.source.height, t.source.depth};
    double x[3] = {}, y[3] = {};
    const int axes = g.cube ? 2 : g.dimensions;
    if (g.cube) {
        cube_derivative(at, dx, x);
        cube_derivative(at, dy, y);
    } else {
        std::copy_n(dx, axes, x);
        std::copy_n(dy, axes, y);
    }
    for (int k = 0; k < axes; ++k) {
        const double size = g.cube || t.normalised_coordinates ? double(std::max<std::size_t>(sizes[k], 1)) : 1.0;
        x[k] *= size;
        y[k] *= size;
    }
    const std::int64_t level = level_of(longest_axis(x, y, axes));
    return sample_at(t, g, at, layer, level + steps_of(t.level_bias));
}

} // namespace cuda_emulator
