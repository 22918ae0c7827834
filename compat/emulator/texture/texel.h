// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads one texel of an image, as the sampler receives it.
#pragma once

#include "texture/texture.h"

namespace cuda_emulator {

//! Reads the texel at a position inside the image. A negative coordinate means the border. Components that the format
//! does not have are 0.
texel read_texel(const texture&, const image&, std::int64_t x, std::int64_t y, std::int64_t z);
//! Gives the exponent that counts for a texel of the sRGB curve: the largest of the eight bytes that differ only in the
//! lowest three bits.
int srgb_exponent(float linear);
bool is_signed_bytes_as_fractions(const texture&);
//! Limits signed bytes that are read as fractions to -1, if no filter has done so. The smallest byte is -128/127.
texel limited(const texture&, texel);
//! Gives the border colour.
texel border_texel(const texture&);

} // namespace cuda_emulator
