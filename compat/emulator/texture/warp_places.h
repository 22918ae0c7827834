// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns the coordinates of a whole warp into positions of texels, in loops that the compiler vectorises. The rules are
// those of coordinates.h and filter.cpp, lane by lane.
#pragma once

#include "machine/lanes.h"
#include "texture/texture.h"

namespace cuda_emulator {

//! The largest size of an axis whose positions are exact. With it, a repeating coordinate in texels is below 2^44.
constexpr std::size_t longest_axis = std::size_t{1} << 20;

//! Positions of the lanes on one axis. -1 means the border.
struct lane_places {
    alignas(32) std::int32_t lower[warp_size];
    alignas(32) std::int32_t upper[warp_size];    //!< the position after the lower one
    alignas(32) std::int32_t fraction[warp_size]; //!< from the lower towards the upper one, in 1/256
};

//! Gives the two texels that a linear filter mixes. `size` is from 1 to longest_axis.
void filter_places(const texture&, int axis, const float* coordinates, std::int32_t size, lane_places&);
//! Gives the texel that contains the coordinate, in `lower`. The other members have no meaning.
void point_places(const texture&, int axis, const float* coordinates, std::int32_t size, lane_places&);

} // namespace cuda_emulator
