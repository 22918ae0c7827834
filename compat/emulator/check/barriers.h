// Barriers that not all threads reach together, though nothing hangs.
//
// __syncthreads must be reached by every thread of the block, at one and the same place. The hardware is lenient: it
// counts arrivals by thread, at whatever bar.sync, and goes on without threads that have returned. So these are
// findings, not faults:
//  - threads wait at different bar.sync instructions (for the aligned form within a warp, whatever the barrier; for
//  barriers without a count,
//    in the whole block; with a count PTX allows it between warps);
//  - threads returned before a barrier without a count, while others wait at it (a switch of its own: on sm_70 and
//  later it works);
//  - a thread at bar.warp.sync, or at a .sync exchange, that its own mask does not name;
//  - an exchange of lanes some of which never come.
// compute-sanitizer's synccheck calls the first "divergent threads".
#pragma once

#include "execute/block.h"

namespace cuda_emulator {

//! The barrier's threads are about to go on.
void check_barrier(block&, int number);
//! `mask` waits at bar.warp.sync or a .sync exchange for the lanes of `members`.
void check_membership(warp&, const instruction&, std::uint32_t mask, const std::uint32_t* members);
//! An exchange goes on without lanes that it names.
void report_missing_lanes(warp&, const instruction&, std::uint32_t mask, std::uint32_t missing);

} // namespace cuda_emulator
