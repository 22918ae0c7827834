// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel as C++, over 32 lanes.
#pragma once

#include "machine/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator::translation {

struct source {
    std::string text;
    std::vector<bool> is_entry; //!< instructions at which the interpreter may hand over
    std::uint32_t kept_values = 0;
    int translated = 0;       //!< instructions that need no handler
    std::vector<int> handled; //!< PTX lines of those that do, in order
};

//! `row` is how many lanes of a warp lie beside each other in the block's x direction, as shapes.h has it.
//!
//! The text has one function, `extern "C" u32 run(warp_state*, u32 pc)`: it goes on from the entry `pc` with all lanes
//! of a warp, and returns the instruction with which the interpreter goes on. Registers are in their places then.
source source_of(const decoded_function&, int row);

} // namespace cuda_emulator::translation
