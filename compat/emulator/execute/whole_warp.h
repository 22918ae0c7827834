// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs warps without divergence in translated code. No choice between paths is needed.
#pragma once

#include "execute/interpreter.h"

#include <cstdint>
#include <optional>

namespace cuda_emulator {

//! Runs such a warp from barrier to barrier, until its count of executed instructions is `end`. Returns nothing if the
//! interpreter must continue the warp.
std::optional<progress> run_whole_warp(warp&, std::uint64_t end);

} // namespace cuda_emulator
