// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of system functions: printf, malloc, free and assert.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Reads the arguments from the caller's frame and writes the result there.
void call_builtin(warp&, const instruction&, const call_info&, std::uint32_t mask);

} // namespace cuda_emulator
