// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one warp.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

enum class progress : std::uint8_t { finished, waiting, yielded };

//! Runs the warp until it ends, waits, or has used up its slice. Throws device_fault.
progress run_warp(warp&, std::uint64_t slice);

//! Resets the warp to the beginning of the kernel.
void start_warp(warp&);

} // namespace cuda_emulator
