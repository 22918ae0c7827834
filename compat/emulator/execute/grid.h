// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a grid.
#pragma once

#include "machine/launch.h"

#include <functional>

namespace cuda_emulator {

//! Hears of bytes that a kernel touched: where, how many, whether it wrote.
using touched_bytes = std::function<void(std::uint64_t, std::uint64_t, bool)>;

//! Runs the kernel to its end. Throws device_fault. What it touched is told, if anybody asks: but for atomics, volatile
//! and stronger accesses, and writes of the value that was there. `resident` is how many blocks the device holds at
//! once: blocks that wait for one beyond them are a finding. 0: any number.
void execute(launch&, const touched_bytes& = {}, std::uint64_t resident = 0);

} // namespace cuda_emulator
