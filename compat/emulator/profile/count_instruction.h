// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts what one instruction of a warp does. Called by the interpreter's counting twin alone, before the handler.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! `mask`: the lanes that are here; `active`: those of them that the guard lets through.
void count_instruction(warp&, const instruction&, std::uint32_t mask, std::uint32_t active);

//! The same into other counters than the warp's, and no observer is told.
void count_instruction(cuda_emulator_counters&, warp&, const instruction&, std::uint32_t mask, std::uint32_t active);

//! Adds the second to the first, field by field; the name stays.
void add_counters(cuda_emulator_counters&, const cuda_emulator_counters&);

} // namespace cuda_emulator
