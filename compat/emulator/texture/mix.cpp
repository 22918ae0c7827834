#include "texture/mix.h"

#include "execute/float_value.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

// Rounds halves away from zero to `mantissa` bits behind the leading one, which is not below 2^lowest.
float round_away(long double v, int mantissa, int lowest)
{
    if (v == 0) return static_cast<float>(v);
    int exponent;
    std::frexp(v, &exponent);
    const int place = std::max(exponent - 1, lowest) - mantissa;
    return static_cast<float>(std::ldexp(std::roundl(std::ldexp(v, -place)), place));
}

int exponent_of(float v)
{
    int e;
    std::frexp(v, &e);
    return e - 1;
}

struct real_format {
    int guarded;  //!< binary places below the largest exponent that count
    int mantissa; //!< of the result
    int lowest;   //!< exponent of a normal value
};

// One component of real texels.
float mix_reals(const weighted_texels& texels, int component, real_format f)
{
    const auto value = [&](const weighted_texel& t) { return flush(bits_as<float>(t.value.bits[component])); };
    bool finite = true;
    for (int k = 0; k < texels.count; ++k)
        finite &= std::isfinite(value(texels.all[k]));
    if (!finite) {
        float sum = 0;
        for (int k = 0; k < texels.count; ++k)
            sum += value(texels.all[k]) * static_cast<float>(texels.all[k].weight);
        return canonical(sum);
    }
    long double sum = 0;
    bool all_negative_zeros = true;
    for (int slice = 0; slice < 4; ++slice) {
        int largest = -1000;
        for (int k = 0; k < texels.count; ++k) {
            if (texels.all[k].slice != slice) continue;
            const float v = value(texels.all[k]);
            all_negative_zeros &= v == 0 && std::signbit(v);
            if (v != 0) largest = std::max(largest, std::max(exponent_of(v), f.lowest));
        }
        if (largest == -1000) continue;
        std::int64_t parts = 0;
        for (int k = 0; k < texels.count; ++k)
            if (texels.all[k].slice == slice)
                parts += texels.all[k].weight *
                         static_cast<std::int64_t>(std::ldexp(double(value(texels.all[k])), f.guarded - largest));
        sum += std::ldexp(static_cast<long double>(parts), largest - f.guarded - 8);
    }
    if (sum == 0) return all_negative_zeros ? -0.0f : 0.0f;
    return flush(round_away(sum, f.mantissa, f.lowest));
}

// One component of integers read as fractions; `step` parts make one of `most`.
float mix_fractions(const weighted_texels& texels, int component, double most, double result_most)
{
    double sum = 0;
    for (int k = 0; k < texels.count; ++k)
        sum +=
            texels.all[k].weight * std::nearbyint(double(bits_as<float>(texels.all[k].value.bits[component])) * most);
    return static_cast<float>(std::floor(sum / 256.0 * (result_most / most) + 0.5) / result_most);
}

} // namespace

texel mix(const texture& t, const texel_format& f, const weighted_texels& texels)
{
    texel r = {};
    const bool halves = (f.kind == channel_kind::floating && f.channel_bytes == 2) || t.srgb;
    for (int c = 0; c < 4; ++c) {
        float v;
        if (f.kind == channel_kind::floating || (t.srgb && c < 3)) {
            v = mix_reals(texels, c, halves ? real_format{14, 10, -14} : real_format{27, 23, -126});
        } else if (f.kind == channel_kind::unsigned_integer) {
            v = mix_fractions(texels, c, 65535.0, 65535.0);
        } else {
            v = mix_fractions(texels, c, f.channel_bytes == 1 ? 127.0 : 32767.0, 32767.0);
        }
        r.bits[c] = bits_as<std::uint32_t>(v);
    }
    return r;
}

} // namespace cuda_emulator
