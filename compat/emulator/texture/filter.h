// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sampling of one image: no mipmap levels.
#pragma once

#include "texture/mix.h"

namespace cuda_emulator {

//! The texels that a fetch by real coordinates reads of one image, and their weights, which add up to `share` in 1/256.
//! `level` is 0 or 1: of which of the two mipmap levels that are mixed it is.
void collect(const texture&, const image&, geometry, const float* at, int layer, int share, int level,
             weighted_texels&);
//! By real coordinates, point or linear as the texture says.
texel sample_image(const texture&, const image&, geometry, const float* at, int layer);

} // namespace cuda_emulator
