// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barriers of a block: arrivals, and the release of waiting threads.
#pragma once

#include "machine/block.h"

namespace cuda_emulator {

//! Whether the instruction is a barrier of all threads of the block without a result.
bool is_plain_barrier(const instruction&);
//! Lanes of the warp arrive at a barrier of their block. Releases its threads if all have arrived.
void arrive_at_barrier(warp&, const instruction&, std::uint32_t mask);
//! Threads of the block have returned, so its barriers wait for fewer threads.
void leave_barriers(block&, std::uint32_t threads);

} // namespace cuda_emulator
