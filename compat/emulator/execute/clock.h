// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The special registers that tell the time.
#pragma once

#include "machine/program.h"

#include <string_view>

namespace cuda_emulator {

//! operands[0] is the result.
struct clock_form {
    handler run = nullptr; //!< null: there is no such register
    bool wide = false;     //!< 64 bits
};
//! By the name in PTX: %clock, %globaltimer …
clock_form find_clock(std::string_view name);

} // namespace cuda_emulator
