// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges of lanes on several paths of a warp.
//
// PTX lets the lanes of a member mask meet at a `.sync` exchange wherever each of them executes one: the instructions
// must be equal but for their operands, and name the same lanes. nvcc unrolls loops, so one call of __shfl_sync may
// become several instructions. The lanes may also be in several calls of one function.
#pragma once

#include "execute/paths.h"
#include "machine/lanes.h"

#include <algorithm>
#include <cstdint>

namespace cuda_emulator {

//! The member masks of several lanes.
struct member_masks {
    std::uint32_t wanted = 0;         //!< lanes that a mask names
    std::uint32_t common = all_lanes; //!< lanes that all masks name
    bool are_equal() const { return wanted == common; }
};
member_masks masks_of(std::uint32_t lanes, const std::uint32_t* member);

//! Calls f(lanes) for each group of lanes with the same member mask (tiles of a warp).
template <class F>
void each_member_group(std::uint32_t mask, const std::uint32_t* member, F f)
{
    std::uint32_t masks[warp_size];
    std::copy(member, member + warp_size, masks); // f may overwrite `member`
    while (mask) {
        const int first = __builtin_ctz(mask);
        std::uint32_t same = 0;
        each_lane(mask, [&](int l) { same |= std::uint32_t(masks[l] == masks[first]) << l; });
        f(same);
        mask &= ~same;
    }
}

//! Runs the exchange for the lanes of `mask`, each group by itself. The lanes of `here` have arrived. Findings name the
//! instruction `written`, of which `exchange` may be a copy.
void run_exchange(warp&, const instruction& exchange, const instruction& written, std::uint32_t mask,
                  std::uint32_t here);

//! The lanes of other paths that wait at an exchange like this one with this member mask.
std::uint32_t lanes_that_wait_alike(const warp&, const instruction&, std::uint32_t member_mask);

//! Runs the exchange for the lanes of `mask` on the running path and for the lanes `others`, which wait on other paths.
//! Those continue behind their own instructions.
void exchange_across_paths(warp&, const running_path&, const instruction&, std::uint32_t mask, std::uint32_t others);

} // namespace cuda_emulator
