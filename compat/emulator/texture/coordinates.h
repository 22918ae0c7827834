// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From coordinates to places of texels.
#pragma once

#include "texture/texture.h"

namespace cuda_emulator {

//! The mode that counts: wrap and mirror need normalised coordinates, without they are clamp.
address_mode mode_of(const texture&, int axis);
//! An index brought into [0, size); negative: the border.
std::int64_t place_index(std::int64_t index, std::int64_t size, address_mode);
//! The coordinate in texels; `filtered` for a linear filter or a gather.
double texel_coordinate(const texture&, int axis, float coordinate, std::size_t size, bool filtered);
//! The largest integer not above, limited to what fits; 0 for NaN.
std::int64_t floor_index(double);

} // namespace cuda_emulator
