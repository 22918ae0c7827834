// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture/warp_mix.h"

#include "machine/float_value.h"

#include <algorithm>
#include <cmath>

namespace cuda_emulator {

namespace {

constexpr std::uint32_t sign_bit = 0x80000000u, infinity_bits = 0x7f800000u;
constexpr std::uint64_t exponent_bits = 0x7ffull << 52;

// Binary places as in mix.cpp.
struct lane_format {
    int guarded;  // places below the largest exponent that are kept
    int mantissa; // of the result
    int lowest;   // exponent of a normal value
};
constexpr lane_format single_precision{27, 23, -126}, half_precision{14, 10, -14};

// Gives 2^n, which must be a normal number.
inline double two_to(std::int32_t n)
{
    return bits_as<double>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(1023 + n)) << 52);
}

// The sum of each lane's texels in one slice.
struct lane_sums {
    alignas(32) double sum[warp_size];
    alignas(32) std::int32_t largest[warp_size];       // the largest exponent
    alignas(32) std::uint32_t largest_bits[warp_size]; // of the value, without its sign
    alignas(32) std::uint32_t common_bits[warp_size];  // the bits that all texels with a weight have
};

// Finds the largest texel with a weight in a row of two. Texels without weight and subnormal ones become 0.
template <bool IsFirst>
void flush_row(std::uint32_t (*values)[warp_size], const std::int32_t (*weights)[warp_size], lane_sums& s)
{
    const auto all_bits_if = [](bool is_set) { return is_set ? ~0u : 0u; };
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const std::uint32_t left = values[0][l], right = values[1][l];
        const std::uint32_t no_left = all_bits_if(weights[0][l] == 0), no_right = all_bits_if(weights[1][l] == 0);
        const std::uint32_t left_kept = left & ~(no_left | all_bits_if((left & infinity_bits) == 0));
        const std::uint32_t right_kept = right & ~(no_right | all_bits_if((right & infinity_bits) == 0));
        const std::uint32_t largest = std::max(left_kept & ~sign_bit, right_kept & ~sign_bit);
        const std::uint32_t common = (left | no_left) & (right | no_right);
        values[0][l] = left_kept;
        values[1][l] = right_kept;
        s.largest_bits[l] = IsFirst ? largest : std::max(s.largest_bits[l], largest);
        s.common_bits[l] = IsFirst ? common : s.common_bits[l] & common;
    }
}

template <bool IsFirst>
void add_row(const std::uint32_t (*values)[warp_size], const std::int32_t (*weights)[warp_size], const double* scale,
             double* sum)
{
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const double left = double(weights[0][l]) * std::trunc(double(bits_as<float>(values[0][l])) * scale[l]);
        const double right = double(weights[1][l]) * std::trunc(double(bits_as<float>(values[1][l])) * scale[l]);
        sum[l] = IsFirst ? left + right : sum[l] + (left + right);
    }
}

// Sums up the texels of a slice. Each addend is an integer with less than 53 bits, so a double is exact.
void sum_lanes(std::uint32_t (*values)[warp_size], const std::int32_t (*weights)[warp_size], int rows, lane_format f,
               lane_sums& s)
{
    alignas(32) double scale[warp_size];
    flush_row<true>(values, weights, s);
    for (int k = 1; k < rows; ++k)
        flush_row<false>(values + 2 * k, weights + 2 * k, s);
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        s.largest[l] = std::max(static_cast<std::int32_t>(s.largest_bits[l] >> 23) - 127, f.lowest);
        scale[l] = two_to(f.guarded - s.largest[l]);
    }
    add_row<true>(values, weights, scale, s.sum);
    for (int k = 1; k < rows; ++k)
        add_row<false>(values + 2 * k, weights + 2 * k, scale, s.sum);
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l)
        s.sum[l] *= two_to(s.largest[l] - f.guarded - 8);
}

// Adds the second slice of a volume to the first. Both are cut downwards at a place that depends on the larger
// exponent.
void add_slice(lane_sums& first, const lane_sums& second, lane_format f)
{
    const auto round_up_to_four = [](std::int32_t v) { return (v + 1027) / 4 * 4 - 1024; };
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const std::int32_t largest = std::max(first.largest[l], second.largest[l]);
        const std::int32_t place = round_up_to_four(largest) - f.guarded - 11;
        const double scale = two_to(-place);
        const double sum = std::floor(first.sum[l] * scale) + std::floor(second.sum[l] * scale);
        first.sum[l] = sum * two_to(place);
    }
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        first.largest_bits[l] = std::max(first.largest_bits[l], second.largest_bits[l]);
        first.common_bits[l] &= second.common_bits[l];
    }
}

// Rounds halves away from zero, then flushes. A sum of zero has the sign of its texels if all of them are -0.
void round_lanes(const lane_sums& s, lane_format f, std::uint32_t* result)
{
    const double least = two_to(f.lowest), up = two_to(f.mantissa), down = two_to(-f.mantissa);
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l) {
        const double v = s.sum[l], magnitude = std::fabs(v);
        const std::uint64_t exponent = bits_as<std::uint64_t>(magnitude > least ? magnitude : least) & exponent_bits;
        const double unit = bits_as<double>(exponent) * down;
        const double units = magnitude * (bits_as<double>((2046ull << 52) - exponent) * up);
        const auto rounded = bits_as<std::uint32_t>(static_cast<float>(std::trunc(units + 0.5) * unit));
        const std::uint32_t flushed = rounded < 0x00800000u ? 0 : rounded;
        const std::uint32_t sign =
            v == 0 ? (s.largest_bits[l] == 0 ? s.common_bits[l] & sign_bit : 0) : (v < 0 ? sign_bit : 0);
        result[l] = flushed | sign;
    }
}

} // namespace

std::uint32_t mix_lanes_of_reals(std::uint32_t (*values)[warp_size], const std::int32_t (*weights)[warp_size], int rows,
                                 int slices, bool halves, std::uint32_t* result)
{
    const lane_format f = halves ? half_precision : single_precision;
    lane_sums s;
    sum_lanes(values, weights, rows, f, s);
    if (slices == 2) {
        lane_sums second;
        sum_lanes(values + 2 * rows, weights + 2 * rows, rows, f, second);
        add_slice(s, second, f);
    }
    round_lanes(s, f, result);
    return mask_of([&](int l) { return s.largest_bits[l] >= infinity_bits; });
}

void mix_lanes_of_fractions(const std::uint32_t (*values)[warp_size], const std::int32_t (*weights)[warp_size],
                            int rows, const texel_format& f, std::uint32_t* result)
{
    alignas(32) std::int32_t sum[warp_size] = {};
    for (int k = 0; k < 2 * rows; ++k)
#pragma GCC ivdep
        for (int l = 0; l < warp_size; ++l)
            sum[l] += weights[k][l] * static_cast<std::int32_t>(values[k][l]);
    const bool is_signed = f.kind == channel_kind::signed_integer;
    const double most = is_signed ? 32767.0 : 65535.0;
    if (is_signed && f.channel_bytes == 1) {
#pragma GCC ivdep
        for (int l = 0; l < warp_size; ++l)
            sum[l] = std::max(sum[l] + (((sum[l] >> 4) * 257 + 1024) >> 11), -32767);
    } else {
#pragma GCC ivdep
        for (int l = 0; l < warp_size; ++l)
            sum[l] = (sum[l] + 128) >> 8;
    }
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l)
        result[l] = bits_as<std::uint32_t>(static_cast<float>(double(sum[l]) / most));
}

} // namespace cuda_emulator
