// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts the work of one instruction of a warp. Only the counting version of the interpreter calls it, before the
// handler.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! `mask`: the lanes of the path. `active`: those of them whose guard holds.
void count_instruction(warp&, const instruction&, std::uint32_t mask, std::uint32_t active);

//! Adds to other counters than the warp's, and does not inform the observer.
void count_instruction(cuda_emulator_counters&, warp&, const instruction&, std::uint32_t mask, std::uint32_t active);

//! Adds the second to the first, field by field. The name of the first stays.
void add_counters(cuda_emulator_counters&, const cuda_emulator_counters&);

} // namespace cuda_emulator
