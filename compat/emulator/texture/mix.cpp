// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture/mix.h"

#include "machine/float_value.h"
#include "texture/texel.h"

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

long double cut_downwards(long double v, int place) { return std::ldexp(std::floor(std::ldexp(v, -place)), place); }
int round_up_to_four(int v) { return (v + 1027) / 4 * 4 - 1024; }

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
    int (*exponent)(float);
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
    // Every slice has its own largest exponent. What is added to a sum is cut off, and the sum as well, downwards, at a
    // place that goes with the larger exponent, rounded up to a multiple of four. The odd slice of a level comes first.
    long double sum = 0;
    int most = -1000;
    bool all_negative_zeros = true;
    for (const int slice : {1, 0, 3, 2}) {
        int largest = -1000;
        for (int k = 0; k < texels.count; ++k) {
            if (texels.all[k].slice != slice) continue;
            const float v = value(texels.all[k]);
            all_negative_zeros &= v == 0 && std::signbit(v);
            if (v != 0) largest = std::max(largest, std::max(f.exponent(v), f.lowest));
        }
        if (largest == -1000) continue;
        std::int64_t parts = 0;
        for (int k = 0; k < texels.count; ++k)
            if (texels.all[k].slice == slice)
                parts += texels.all[k].weight *
                         static_cast<std::int64_t>(std::ldexp(double(value(texels.all[k])), f.guarded - largest));
        const long double added = std::ldexp(static_cast<long double>(parts), largest - f.guarded - 8);
        most = std::max(most, largest);
        const int place = round_up_to_four(most) - f.guarded - 11;
        sum = cut_downwards(sum, place) + cut_downwards(added, place);
    }
    if (sum == 0) return all_negative_zeros ? -0.0f : 0.0f;
    return flush(round_away(sum, f.mantissa, f.lowest));
}

// The sum of the texels in 1/256 of one of `most` parts.
std::int64_t sum_of_fractions(const weighted_texels& texels, int component, double most)
{
    double sum = 0;
    for (int k = 0; k < texels.count; ++k)
        sum +=
            texels.all[k].weight * std::nearbyint(double(bits_as<float>(texels.all[k].value.bits[component])) * most);
    return static_cast<std::int64_t>(sum);
}

// One component of integers read as fractions, to as many parts of 1.
float mix_fractions(const weighted_texels& texels, int component, double most)
{
    const auto sum = double(sum_of_fractions(texels, component, most));
    return static_cast<float>(std::floor(sum / 256.0 + 0.5) / most);
}

// Signed bytes: from 256 times 127 parts to 32767, by adding what is nearly 1/127.5 of it. -128 counts as it is, only
// the result is limited.
float mix_signed_bytes(const weighted_texels& texels, int component)
{
    const std::int64_t sum = sum_of_fractions(texels, component, 127.0);
    return static_cast<float>(double(std::max<std::int64_t>(sum + (((sum >> 4) * 257 + 1024) >> 11), -32767)) / 32767);
}

} // namespace

texel mix(const texture& t, const texel_format& f, const weighted_texels& texels)
{
    texel r = {};
    constexpr real_format floats{27, 23, -126, exponent_of}, halves{14, 10, -14, exponent_of},
        srgb{7, 10, -14, srgb_exponent};
    for (int c = 0; c < 4; ++c) {
        float v;
        if (f.kind == channel_kind::floating || (t.srgb && c < 3)) {
            v = mix_reals(texels, c, t.srgb ? srgb : f.channel_bytes == 2 ? halves : floats);
        } else if (f.kind == channel_kind::unsigned_integer) {
            v = mix_fractions(texels, c, 65535.0);
        } else if (f.channel_bytes == 1) {
            v = mix_signed_bytes(texels, c);
        } else {
            v = mix_fractions(texels, c, 32767.0);
        }
        r.bits[c] = bits_as<std::uint32_t>(v);
    }
    return r;
}

} // namespace cuda_emulator
