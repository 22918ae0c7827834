// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Samples a texture for all lanes of a warp at once, in loops that the compiler vectorises.
//
// The functions know the common kinds of textures, and give the same bits as sample() and fetch() in texture.h. Those
// define the rules. They also serve all other textures, and the lanes with infinite texels or NaN.
#pragma once

#include "machine/lanes.h"
#include "texture/texture.h"

namespace cuda_emulator {

//! The operands of a fetch that all lanes do through one texture. The shape must fit the texture.
struct warp_fetch {
    geometry shape;
    const std::uint32_t* at[3] = {};      //!< the lanes' coordinates on each axis of the shape
    const std::int32_t* layers = nullptr; //!< null: layer 0
};

//! Executes `tex` with real coordinates for the lanes of the mask, which is not 0. Returns the lanes whose result is
//! there. The results of all other lanes have no meaning.
std::uint32_t sample_lanes(const texture&, const warp_fetch&, std::uint32_t mask, std::uint32_t (*result)[warp_size]);
//! Executes `tex` with integer coordinates in the same way.
std::uint32_t fetch_lanes(const texture&, const warp_fetch&, std::uint32_t mask, std::uint32_t (*result)[warp_size]);

} // namespace cuda_emulator
