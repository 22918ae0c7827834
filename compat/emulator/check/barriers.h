// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers that not all threads reach together, although no thread hangs.
//
// Every thread of the block must reach __syncthreads at the same place. The hardware is lenient: it counts arrivals by
// thread at any bar.sync, and does not wait for threads that have returned. The following are therefore findings, not
// faults:
// - Threads wait at different bar.sync instructions of the aligned form. Within a warp this is a finding for every
//   barrier. Between warps it is a finding for barriers without a count only, because PTX allows it with a count.
// - Threads returned before a barrier without a count while others wait at it. This finding has its own switch, because
//   the barrier works on sm_70 and later.
// compute-sanitizer's synccheck calls the first "divergent threads".
#pragma once

#include "machine/block.h"

namespace cuda_emulator {

//! Called when the barrier is complete, before its threads continue.
void check_barrier(block&, int number);

} // namespace cuda_emulator
