// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Samples one image, without mipmap levels.
#pragma once

#include "texture/mix.h"

namespace cuda_emulator {

//! Collects the texels that a fetch by real coordinates reads in one image. Their weights add up to `share`, in 1/256.
//! `level` is 0 or 1: which of the two mixed mipmap levels it is.
void collect(const texture&, const image&, geometry, const float* at, int layer, int share, int level,
             weighted_texels&);
//! Samples by real coordinates, with the texture's filter: point or linear.
texel sample_image(const texture&, const image&, geometry, const float* at, int layer);

} // namespace cuda_emulator
