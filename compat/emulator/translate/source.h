// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel as C++, over the 32 lanes of a warp, or over those of a block.
#pragma once

#include "machine/program.h"
#include "translate/shapes.h"

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

//! The text has one function, `extern "C" u32 run(warp_state* const*, u32 pc)`: it goes on from the entry `pc` with all
//! lanes of its warps, and returns the instruction with which the interpreter goes on with each of them. Registers are
//! in their places then; how many instructions have run, the first warp knows.
//!
//! A whole block has one entry, its beginning, and passes its barriers without a word. It leaves where its warps part.
source source_of(const decoded_function&, const lane_layout&);

} // namespace cuda_emulator::translation
