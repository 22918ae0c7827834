// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accesses of the lanes of a warp in one request: which lane touches which bank or sector.
#pragma once

#include "trace/records.h"

namespace cuda_emulator {

//! The part of an instruction's request whose addresses lie in one space.
struct space_request {
    traced_space space = traced_space::global;
    std::uint32_t mask = 0;
    std::uint32_t widest = 0; //!< bytes of the lane with most
    std::uint64_t at[warp_size] = {};
    std::uint32_t bytes[warp_size] = {};
};

//! Gives a request for each space that the active lanes touch, except for local memory, parameters and textures.
std::vector<space_request> requests_of(warp&, const instruction&, std::uint32_t active);

//! Adds a request to the patterns of an instruction. It belongs to launch number `launch`, after `step` instructions of
//! the warp. `room` is the number of patterns that the trace may still list.
void note_pattern(access_patterns&, const warp&, const instruction&, const space_request&, std::uint64_t launch,
                  std::uint64_t step, std::size_t& room);

//! Tests whether two patterns have the same lanes, distances and cost.
bool alike(const access_pattern&, const access_pattern&);

} // namespace cuda_emulator
