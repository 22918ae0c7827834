// Which levels of a mipmapped array a fetch reads, and how two of them are mixed.
#include "execute/float_value.h"
#include "texture/filter.h"

#include <algorithm>
#include <cmath>

namespace cuda_emulator {

texel sample(const texture& t, geometry g, const float* at, int layer)
{
    return t.levels.empty() ? sample_image(t, t.source, g, at, layer) : sample_level(t, g, at, layer, 0.0f);
}

texel sample_level(const texture& t, geometry g, const float* at, int layer, float level)
{
    if (t.levels.empty()) return sample_image(t, t.source, g, at, layer);
    const double last = double(t.levels.size() - 1);
    double lod = std::isnan(level) ? 0.0 : double(level) + t.level_bias;
    lod = std::max(double(t.lowest_level), std::min(lod, double(t.highest_level)));
    lod = std::clamp(lod, 0.0, last);
    if (!t.linear_mipmap_filter) return sample_image(t, t.levels[std::size_t(lod + 0.5)], g, at, layer);
    const double steps = std::floor(lod * 256.0);
    const auto low = std::size_t(steps / 256.0);
    const double w = steps / 256.0 - double(low);
    const texel a = sample_image(t, t.levels[low], g, at, layer);
    if (w == 0) return a;
    const texel b = sample_image(t, t.levels[low + 1], g, at, layer);
    texel r;
    for (int c = 0; c < 4; ++c)
        r.bits[c] = bits_as<std::uint32_t>(
            static_cast<float>(bits_as<float>(a.bits[c]) * (1 - w) + bits_as<float>(b.bits[c]) * w));
    return r;
}

texel sample_gradient(const texture& t, geometry g, const float* at, int layer, const float* dx, const float* dy)
{
    const std::size_t sizes[3] = {t.source.width, t.source.height, t.source.depth};
    double along_x = 0, along_y = 0;
    for (int k = 0; k < g.dimensions; ++k) {
        const double size = t.normalised_coordinates ? double(std::max<std::size_t>(sizes[k], 1)) : 1.0;
        along_x += dx[k] * size * (dx[k] * size);
        along_y += dy[k] * size * (dy[k] * size);
    }
    const double longest = std::sqrt(std::max(along_x, along_y));
    return sample_level(t, g, at, layer, longest > 0 ? float(std::log2(longest)) : -100.0f);
}

} // namespace cuda_emulator
