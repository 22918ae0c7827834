// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One texel of an image, as the sampler gets it.
#pragma once

#include "texture/texture.h"

namespace cuda_emulator {

//! The texel at a place inside the image; a negative coordinate means the border. Components that the format has not
//! are 0.
texel read_texel(const texture&, const image&, std::int64_t x, std::int64_t y, std::int64_t z);
//! The exponent that a texel of the sRGB curve counts with: that of the largest among the eight bytes that differ in
//! the lowest three bits.
int srgb_exponent(float linear);
bool is_signed_bytes_as_fractions(const texture&);
//! Signed bytes read as fractions come from -128/127: limited to -1, where no filter has done it.
texel limited(const texture&, texel);
//! The border colour.
texel border_texel(const texture&);

} // namespace cuda_emulator
