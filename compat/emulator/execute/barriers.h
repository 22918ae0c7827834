// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barriers of a block: who has arrived, and when those who wait go on.
#pragma once

#include "machine/block.h"

namespace cuda_emulator {

//! A barrier of all threads of the block, of which nobody wants to know anything.
bool is_plain_barrier(const instruction&);
//! Lanes of the warp arrive at a barrier of their block. Lets its threads go when all have arrived.
void arrive_at_barrier(warp&, const instruction&, std::uint32_t mask);
//! Threads of the block have returned: its barriers wait for fewer.
void leave_barriers(block&, std::uint32_t threads);

} // namespace cuda_emulator
