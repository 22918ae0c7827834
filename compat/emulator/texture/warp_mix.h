// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The weighted sums of a linear filter for a whole warp, in loops that the compiler vectorises. The rules are those of
// mix.h, lane by lane.
#pragma once

#include "machine/lanes.h"
#include "texture/texture.h"

namespace cuda_emulator {

//! Mixes one component of floats, or of halves in the form of floats. Each slice has one or two rows of two texels with
//! their weights. The texels may change. A volume has two slices. Returns the lanes that have an infinity or a NaN:
//! their results have no meaning.
std::uint32_t mix_lanes_of_reals(std::uint32_t (*values)[warp_size], const std::int32_t (*weights)[warp_size], int rows,
                                 int slices, bool halves, std::uint32_t* result);

//! Mixes one component of integers that are read as fractions, in any number of rows. The texels are parts of 1:
//! 1/65535 for unsigned integers, 1/32767 for signed 16-bit integers, and 1/127 for signed bytes.
void mix_lanes_of_fractions(const std::uint32_t (*values)[warp_size], const std::int32_t (*weights)[warp_size],
                            int rows, const texel_format&, std::uint32_t* result);

} // namespace cuda_emulator
