// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "machine/program.h"

namespace cuda_emulator {

//! Computes program::stack_bytes and its companions: how deep the kernel's calls go, as ptxas counts it.
void find_stack_size(program&);

} // namespace cuda_emulator
