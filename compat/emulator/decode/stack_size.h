// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "machine/program.h"

namespace cuda_emulator {

//! Finds out how deep the kernel's calls go, as ptxas does: program::stack_bytes and what belongs to it.
void find_stack_size(program&);

} // namespace cuda_emulator
