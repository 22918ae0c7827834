// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers that not all threads reach together, though nothing hangs.
//
// __syncthreads must be reached by every thread of the block, at one and the same place. The hardware is lenient: it
// counts arrivals by thread, at whatever bar.sync, and goes on without threads that have returned. So these are
// findings, not faults:
//  - threads wait at different bar.sync instructions (for the aligned form within a warp, whatever the barrier; for
//  barriers without a count,
//    in the whole block; with a count PTX allows it between warps);
//  - threads returned before a barrier without a count, while others wait at it (a switch of its own: on sm_70 and
//  later it works).
// compute-sanitizer's synccheck calls the first "divergent threads".
#pragma once

#include "machine/block.h"

namespace cuda_emulator {

//! The barrier's threads are about to go on.
void check_barrier(block&, int number);

} // namespace cuda_emulator
