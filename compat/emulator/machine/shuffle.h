// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source lanes of a shuffle.
#pragma once

#include "isa/lane/exchange.h"
#include "machine/lanes.h"
#include "machine/warp.h"

namespace cuda_emulator {

using lane::shuffle_mode;

//! By lane: the source lane, or the lane itself if the source is out of range.
struct shuffle_sources {
    std::uint8_t lane[warp_size];
};
shuffle_sources sources_of_shuffle(warp&, const instruction&);

} // namespace cuda_emulator
