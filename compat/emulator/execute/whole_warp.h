// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warps whose lanes are all together in translated code: nobody has to be asked who runs next.
#pragma once

#include "execute/interpreter.h"
#include "machine/translated_code.h"

#include <cstdint>
#include <optional>

namespace cuda_emulator {

//! Goes on with such a warp from barrier to barrier, until it has executed `end` instructions in all. Nothing: it is
//! not such a warp, or no longer, and the interpreter goes on with its fragments.
std::optional<progress> run_whole_warp(warp&, std::uint64_t end);
//! Lanes of its only fragment go on elsewhere.
void part_lanes(warp&, const parted_lanes&);

} // namespace cuda_emulator
