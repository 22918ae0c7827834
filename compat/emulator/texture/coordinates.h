// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns coordinates into positions of texels.
#pragma once

#include "texture/texture.h"

namespace cuda_emulator {

//! Gives the effective mode. Without normalised coordinates, wrap and mirror act as clamp.
address_mode mode_of(const texture&, int axis);
//! Brings an index into [0, size). A negative result means the border.
std::int64_t place_index(std::int64_t index, std::int64_t size, address_mode);
//! Gives the coordinate in texels. `filtered` means a linear filter or a gather.
double texel_coordinate(const texture&, int axis, float coordinate, std::size_t size, bool filtered);
//! Gives the largest integer not above the value, limited to the type's range; 0 for NaN.
std::int64_t floor_index(double);

} // namespace cuda_emulator
