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

// The footprint of a sample is an ellipse, and its longer axis chooses the level; with anisotropy, as much of it as the
// ratio allows. An H200 works with an approximation of that ellipse. With isotropic filters it was seen to choose a
// level up to 0.18 lower and 0.07 higher, and within 1/256 for a derivative along one axis only. The several samples
// that anisotropy takes along the longer axis are one here.
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
    double xx = 0, yy = 0, xy = 0;
    for (int k = 0; k < axes; ++k) {
        const double size = g.cube || t.normalised_coordinates ? double(std::max<std::size_t>(sizes[k], 1)) : 1.0;
        xx += x[k] * size * (x[k] * size);
        yy += y[k] * size * (y[k] * size);
        xy += x[k] * size * (y[k] * size);
    }
    const double middle = (xx + yy) / 2, spread = std::hypot((xx - yy) / 2, xy);
    double longer = middle + spread;
    const double ratio = std::clamp(double(t.anisotropy), 1.0, 16.0);
    if (ratio > 1) longer = std::max(middle - spread, longer / (ratio * ratio));
    const double level = longer > 0 ? std::log2(longer) / 2 : -1000.0;
    const double steps = level == level ? std::clamp(level, -1000.0, 1000.0) * 256.0 : 0.0;
    return sample_at(t, g, at, layer, std::llround(steps) + steps_of(t.level_bias));
}

} // namespace cuda_emulator
