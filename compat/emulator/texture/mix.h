// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The weighted sum of a linear filter, bit for bit as an H200 forms it.
//
// Weights are multiples of 1/256 that add up to 1. In each slice of a volume, and each mipmap level, the sum is one of
// integers: floats lose what lies more than 27 binary places below the largest exponent of the texels that count,
// halves what lies more than 14 below, sRGB 7; fractions are exact. Slices are added with places cut off that go with
// the larger exponent. Then the sum is rounded once, halves away from zero: to a float, to a half, or, for fractions,
// to one of 65535 or 32767 parts.
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

//! The same of one component of floats, in one slice: up to 16 texels whose weights are not 0.
float mix_floats(const float* values, const int* weights, int count);

//! The same of unsigned integers read as fractions: of the sum of weight times 65535ths.
float mix_unsigned_fractions(std::int64_t sum);

//! The weights add up to 256.
texel mix(const texture&, const texel_format&, const weighted_texels&);

} // namespace cuda_emulator
