// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source lanes of a shuffle.
#pragma once

#include "machine/lanes.h"
#include "machine/warp.h"

namespace cuda_emulator {

enum class shuffle_mode : std::uint8_t { up, down, bfly, idx };

//! The source lane of `lane` for the operands b and c. `in_range` is whether the segment contains it; if not, the lane
//! keeps its own value.
template <shuffle_mode Mode>
[[gnu::always_inline]] inline int shuffle_source(int lane, std::uint32_t b, std::uint32_t c, bool& in_range)
{
    const int segment = c >> 8 & 31;
    const int clamp = c & 31;
    const int shift = b & 31;
    const int max_lane = (lane & segment) | (clamp & ~segment);
    const int from = Mode == shuffle_mode::up     ? lane - shift
                     : Mode == shuffle_mode::down ? lane + shift
                     : Mode == shuffle_mode::bfly ? lane ^ shift
                                                  : (lane & segment) | (shift & ~segment);
    in_range = Mode == shuffle_mode::up ? from >= max_lane : from <= max_lane;
    return in_range ? from : lane;
}

//! By lane: the source lane, or the lane itself if the source is out of range.
struct shuffle_sources {
    std::uint8_t lane[warp_size];
};
shuffle_sources sources_of_shuffle(warp&, const instruction&);

} // namespace cuda_emulator
