// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async: asynchronous copies by a thread. PTX allows the copy to complete at once, so it does. The check ensures
// that no thread touches the bytes before the wait.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Operands: see asynchronous_copy_lanes().
void run_asynchronous_copy(warp&, const instruction&, std::uint32_t mask);
//! Commits the copies so far as a group.
void commit_asynchronous_copies(warp&, const instruction&, std::uint32_t mask);
//! Waits for all but the latest `immediate` groups; for all copies if it is negative.
void wait_for_asynchronous_copies(warp&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
