// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The weighted sum of a linear filter, bit for bit as an H200 computes it.
//
// Weights are multiples of 1/256 that add up to 1. In each slice of a volume, and in each mipmap level, the sum is one
// of integers. Floats lose the bits that are more than 27 binary places below the largest exponent of the texels with a
// weight, halves those more than 14 below, and sRGB those more than 7 below. Fractions are exact. When slices are
// added, the sum is cut at a place that depends on the larger exponent. Then the sum is rounded once, halves away from
// zero: to a float, to a half, or, for fractions, to one of 65535 or 32767 parts. Integers that are no fractions are
// mixed, too: between mipmap levels, and by a filter that only the driver API allows.
#pragma once

#include "texture/texture.h"

namespace cuda_emulator {

struct weighted_texel {
    texel value;
    int weight; //!< in 1/256
    int slice;  //!< 0 to 3: even and odd slices of a volume, two mipmap levels
};
struct weighted_texels {
    weighted_texel all[16];
    int count = 0;
    void add(const texel& value, int weight, int slice)
    {
        if (weight) all[count++] = {value, weight, slice};
    }
};

//! Mixes one component of floats in one slice, with up to 16 texels whose weights are not 0.
float mix_floats(const float* values, const int* weights, int count);

//! Mixes unsigned integers that are read as fractions. `sum` is the sum of weight times value, in 1/65535.
float mix_unsigned_fractions(std::int64_t sum);

//! Tests whether the components are integers that are not read as fractions.
inline bool reads_integers(const texture& t, const texel_format& f)
{
    return f.kind != channel_kind::floating && !(t.normalised_read && f.channel_bytes < 4);
}
//! Extends a component of such a texel.
std::int64_t integer_of(const texel_format&, std::uint32_t bits);
//! Removes binary places from a weighted sum of such components, as an H200 rounds it.
std::uint32_t cut_integer(const texel_format&, std::int64_t sum, int places);

//! Mixes texels whose weights add up to 256.
texel mix(const texture&, const texel_format&, const weighted_texels&);

} // namespace cuda_emulator
