// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture/mix.h"

#include "machine/float_value.h"
#include "texture/texel.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

// Rounds to `mantissa` bits after the leading one, which is at least 2^lowest. Halves round away from zero.
float round_away(double v, int mantissa, int lowest)
{
    if (v == 0) return static_cast<float>(v);
    int exponent;
    std::frexp(v, &exponent);
    const int place = std::max(exponent - 1, lowest) - mantissa;
    return static_cast<float>(std::ldexp(std::round(std::ldexp(v, -place)), place));
}

double cut_downwards(double v, int place) { return std::ldexp(std::floor(std::ldexp(v, -place)), place); }
int round_up_to_four(int v) { return (v + 1027) / 4 * 4 - 1024; }

// Gives the exponent of a normal number.
int exponent_of(float v) { return static_cast<int>(bits_as<std::uint32_t>(v) >> 23 & 255) - 127; }

// Gives 2^n, which must be a normal number.
double power_of_two(int n) { return bits_as<double>(static_cast<std::uint64_t>(1023 + n) << 52); }

// Gives round_away(digits * 2^place) by integer arithmetic. `digits` must not be 0.
float round_digits(std::int64_t digits, int place, int mantissa, int lowest)
{
    auto left = static_cast<std::uint64_t>(std::abs(digits));
    const int leading = 63 - __builtin_clzll(left) + place;
    const int cut = std::max(leading, lowest) - mantissa - place;
    if (cut > 0) {
        left = (left + (std::uint64_t{1} << (cut - 1))) >> cut;
        place += cut;
    }
    const double v = static_cast<double>(left) * power_of_two(place);
    return static_cast<float>(digits < 0 ? -v : v);
}

struct real_format {
    int guarded;  //!< binary places below the largest exponent that are kept
    int mantissa; //!< of the result
    int lowest;   //!< exponent of a normal value
    int (*exponent)(float);
};
constexpr real_format floats{27, 23, -126, exponent_of};

// The sum of the texels of a slice, in units of 2^place.
struct slice_sum {
    bool empty = true; //!< all texels are zero
    int largest = 0;   //!< the largest exponent
    std::int64_t digits = 0;
    int place = 0;
};
template <class Value>
slice_sum sum_of_slice(const weighted_texels& texels, int slice, real_format f, Value value)
{
    slice_sum s;
    for (int k = 0; k < texels.count; ++k) {
        const float v = value(texels.all[k]);
        if (texels.all[k].slice != slice || v == 0) continue;
        const int exponent = std::max(f.exponent(v), f.lowest);
        s.largest = s.empty ? exponent : std::max(s.largest, exponent);
        s.empty = false;
    }
    if (s.empty) return s;
    const double scale = power_of_two(f.guarded - s.largest);
    for (int k = 0; k < texels.count; ++k)
        if (texels.all[k].slice == slice)
            s.digits += texels.all[k].weight * static_cast<std::int64_t>(double(value(texels.all[k])) * scale);
    s.place = s.largest - f.guarded - 8;
    return s;
}

// Mixes one component of floating-point texels.
float mix_reals(const weighted_texels& texels, int component, real_format f)
{
    const auto value = [&](const weighted_texel& t) { return flush(bits_as<float>(t.value.bits[component])); };
    bool finite = true, one_slice = true, all_negative_zeros = true;
    for (int k = 0; k < texels.count; ++k) {
        const float v = value(texels.all[k]);
        finite &= std::isfinite(v);
        one_slice &= texels.all[k].slice == texels.all[0].slice;
        all_negative_zeros &= v == 0 && std::signbit(v);
    }
    if (!finite) {
        float sum = 0;
        for (int k = 0; k < texels.count; ++k)
            sum += value(texels.all[k]) * static_cast<float>(texels.all[k].weight);
        return canonical(sum);
    }
    const float zero = all_negative_zeros ? -0.0f : 0.0f;
    if (one_slice) {
        const slice_sum s = sum_of_slice(texels, texels.all[0].slice, f, value);
        return s.digits == 0 ? zero : flush(round_digits(s.digits, s.place, f.mantissa, f.lowest));
    }
    // Each slice has its own largest exponent. The sum and each addend are cut downwards at a place that depends on the
    // larger exponent, rounded up to a multiple of four. The odd slice of a level comes first.
    // Each sum has less than 53 bits, so a double is exact.
    double sum = 0;
    int most = -1000;
    for (const int slice : {1, 0, 3, 2}) {
        const slice_sum s = sum_of_slice(texels, slice, f, value);
        if (s.empty) continue;
        const double added = std::ldexp(static_cast<double>(s.digits), s.place);
        most = std::max(most, s.largest);
        const int place = round_up_to_four(most) - f.guarded - 11;
        sum = cut_downwards(sum, place) + cut_downwards(added, place);
    }
    if (sum == 0) return zero;
    return flush(round_away(sum, f.mantissa, f.lowest));
}

// Sums up weight times value, in units of 1/256 of 1/`most`.
std::int64_t sum_of_fractions(const weighted_texels& texels, int component, double most)
{
    double sum = 0;
    for (int k = 0; k < texels.count; ++k)
        sum +=
            texels.all[k].weight * std::nearbyint(double(bits_as<float>(texels.all[k].value.bits[component])) * most);
    return static_cast<std::int64_t>(sum);
}

// Converts such a sum to a fraction of 1.
float rounded_fraction(std::int64_t sum, double most)
{
    return static_cast<float>(std::floor(double(sum) / 256.0 + 0.5) / most);
}

// Mixes one component of integers that are read as fractions, with `most` parts of 1.
float mix_fractions(const weighted_texels& texels, int component, double most)
{
    return rounded_fraction(sum_of_fractions(texels, component, most), most);
}

// Converts a sum of signed bytes from units of 1/(256 * 127) to 1/32767: it adds nearly 1/127.5 of the sum. A texel of
// -128 is not limited, but the result is.
float mix_signed_bytes(const weighted_texels& texels, int component)
{
    const std::int64_t sum = sum_of_fractions(texels, component, 127.0);
    return static_cast<float>(double(std::max<std::int64_t>(sum + (((sum >> 4) * 257 + 1024) >> 11), -32767)) / 32767);
}

// Mixes one component of integers. An H200 rounds 8 bits to the nearest integer, halves upwards, and cuts 32 bits
// downwards. That 16 bits are rounded like 8 bits is an assumption.
std::uint32_t mix_integers(const texel_format& f, const weighted_texels& texels, int component)
{
    std::int64_t sum = 0;
    for (int k = 0; k < texels.count; ++k)
        sum += texels.all[k].weight * integer_of(f, texels.all[k].value.bits[component]);
    return cut_integer(f, sum, 8);
}

} // namespace

std::int64_t integer_of(const texel_format& f, std::uint32_t bits)
{
    return f.kind == channel_kind::signed_integer ? std::int64_t{static_cast<std::int32_t>(bits)} : std::int64_t{bits};
}

std::uint32_t cut_integer(const texel_format& f, std::int64_t sum, int places)
{
    const std::int64_t half = f.channel_bytes == 4 ? 0 : std::int64_t{1} << (places - 1);
    return static_cast<std::uint32_t>((sum + half) >> places);
}

float mix_floats(const float* values, const int* weights, int count)
{
    float flushed[16];
    std::uint32_t largest_bits = 0; // without the sign, bits order as values do
    bool all_negative_zeros = true;
    for (int k = 0; k < count; ++k) {
        flushed[k] = flush(values[k]);
        const auto bits = bits_as<std::uint32_t>(flushed[k]);
        largest_bits = std::max(largest_bits, bits & 0x7fffffffu);
        all_negative_zeros &= bits == 0x80000000u;
    }
    if (largest_bits >= 0x7f800000u) { // infinities and NaN
        float sum = 0;
        for (int k = 0; k < count; ++k)
            sum += flushed[k] * static_cast<float>(weights[k]);
        return canonical(sum);
    }
    const float zero = all_negative_zeros ? -0.0f : 0.0f;
    if (largest_bits == 0) return zero;
    const int largest = static_cast<int>(largest_bits >> 23) - 127;
    const double scale = power_of_two(floats.guarded - largest);
    std::int64_t digits = 0;
    for (int k = 0; k < count; ++k)
        digits += weights[k] * static_cast<std::int64_t>(double(flushed[k]) * scale);
    if (digits == 0) return zero;
    return flush(round_digits(digits, largest - floats.guarded - 8, floats.mantissa, floats.lowest));
}

float mix_unsigned_fractions(std::int64_t sum) { return rounded_fraction(sum, 65535.0); }

texel mix(const texture& t, const texel_format& f, const weighted_texels& texels)
{
    texel r = {};
    constexpr real_format halves{14, 10, -14, exponent_of}, srgb{7, 10, -14, srgb_exponent};
    for (int c = 0; c < f.channels; ++c) { // the other components are zero in all texels
        if (reads_integers(t, f)) {
            r.bits[c] = mix_integers(f, texels, c);
            continue;
        }
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
