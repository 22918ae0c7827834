// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers that decoded instructions read and write.
#pragma once

#include "machine/program.h"

#include <vector>

namespace cuda_emulator {

//! Register slots that an instruction reads and writes, predicates and guards included. If `known` is false, only
//! the instruction's handler knows all of them, and it may write any register.
struct access_lists {
    std::vector<operand_slot> read, written;
    bool known = true;
};
access_lists accesses_of(const instruction&);

} // namespace cuda_emulator
