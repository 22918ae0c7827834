// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special registers that hold a time.
#pragma once

#include "machine/program.h"

#include <optional>
#include <string_view>

namespace cuda_emulator {

//! operands[0] is the result. A clock of instructions counts `immediate` more at each read.
struct clock_form {
    handler run = nullptr; //!< null: no such register
    bool wide = false;     //!< 64 bits
    int shift = 0;         //!< the lowest bit of the result
};
//! Finds a register by its PTX name: %clock, %globaltimer …
clock_form find_clock(std::string_view name);

//! The form of an instruction that reads the clock of instructions.
std::optional<clock_form> instruction_clock(const instruction&);

//! nanosleep: the clock counts its nanoseconds.
void run_sleep(warp&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
