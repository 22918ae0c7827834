// Sampling of one image: no mipmap levels.
#pragma once

#include "texture/texture.h"

namespace cuda_emulator {

//! By real coordinates, point or linear as the texture says.
texel sample_image(const texture&, const image&, geometry, const float* at, int layer);

} // namespace cuda_emulator
