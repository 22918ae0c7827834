// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special registers that hold a time.
#pragma once

#include "machine/program.h"

#include <string_view>

namespace cuda_emulator {

//! operands[0] is the result.
struct clock_form {
    handler run = nullptr; //!< null: no such register
    bool wide = false;     //!< 64 bits
};
//! Finds a register by its PTX name: %clock, %globaltimer …
clock_form find_clock(std::string_view name);

} // namespace cuda_emulator
