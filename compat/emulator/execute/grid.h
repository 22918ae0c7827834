// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a grid.
#pragma once

#include "machine/launch.h"

namespace cuda_emulator {

//! Runs the kernel to its end. Throws device_fault.
void execute(launch&);

} // namespace cuda_emulator
