// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the lanes of a warp ask of memory in one request: which bank, which sector.
#pragma once

#include "trace/records.h"

namespace cuda_emulator {

//! A part of what an instruction asks for: the lanes whose addresses lie in one space.
struct space_request {
    traced_space space = traced_space::global;
    std::uint32_t mask = 0;
    std::uint32_t widest = 0; //!< bytes of a lane
    std::uint64_t at[warp_size] = {};
    std::uint32_t bytes[warp_size] = {};
};

//! One for each space that the active lanes touch, but for local memory, parameters and textures.
std::vector<space_request> requests_of(warp&, const instruction&, std::uint32_t active);

//! Adds the request to what is known of the instruction: of launch number `launch`, after `step` instructions of the
//! warp. `room`: how many patterns the trace may still list.
void note_pattern(access_patterns&, const warp&, const instruction&, const space_request&, std::uint64_t launch,
                  std::uint64_t step, std::size_t& room);

//! Two patterns of the same lanes, distances and cost.
bool alike(const access_pattern&, const access_pattern&);

} // namespace cuda_emulator
