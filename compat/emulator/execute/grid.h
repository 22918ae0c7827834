// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a grid.
#pragma once

#include "machine/launch.h"

#include <functional>

namespace cuda_emulator {

//! Receives the bytes that a kernel touched: address, size, and whether they were written.
using touched_bytes = std::function<void(std::uint64_t, std::uint64_t, bool)>;

//! Runs the kernel to its end. Throws device_fault. `touched`, if set, receives the touched bytes. It excludes atomics,
//! volatile and stronger accesses, and writes that do not change the value. `resident` is the number of blocks that the
//! device holds at once; 0: any number. It is a finding if resident blocks wait for a block that is not resident.
void execute(launch&, const touched_bytes& = {}, std::uint64_t resident = 0);

} // namespace cuda_emulator
