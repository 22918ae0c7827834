// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits a kernel as C++ that runs the 32 lanes of a warp, or all lanes of a block.
#pragma once

#include "machine/program.h"
#include "translate/shapes.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator::translation {

struct source {
    std::string text;
    std::vector<bool> is_entry; //!< instructions at which the interpreter may enter translated code
    std::uint32_t kept_values = 0;
    int translated = 0;       //!< instructions that need no handler
    int converted = 0;        //!< divergent branches whose lanes need no paths of their own (if_conversion.h)
    std::vector<int> handled; //!< PTX lines of instructions that need a handler, in order
};

//! The text defines `extern "C" u32 run(warp_state* const*, u32 pc)`. It starts at the entry `pc` with all lanes of its
//! warps. It returns the instruction at which the interpreter continues, with all live registers in the register file.
//! The first warp holds the number of executed instructions.
//!
//! The code of a whole block has one entry, at its beginning, and runs across barriers. It leaves where the warps
//! diverge.
source source_of(const decoded_function&, const lane_layout&);

//! Length of the part that all texts have.
std::size_t prelude_size();

} // namespace cuda_emulator::translation
