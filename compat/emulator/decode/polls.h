// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads and atomics may wait for other threads in a loop, and which loops only wait for the clock.
#pragma once

#include "machine/program.h"

namespace cuda_emulator {

//! The decoder makes each strong load, and each atomic with a result, a flow::poll: the warp gives way after some of
//! them. This function takes that back in the kernel's own code where no loop can repeat the access, or where each
//! round of the loop passes a barrier of the whole block and the memory is the block's own. Translated code leaves to
//! the interpreter at each poll. Tests of mbarriers stay polls. So do reads of the clock, unless their loop does
//! nothing else (flow::clock). If an access that is left may wait for another block, the kernel's blocks run in one
//! thread. So they do if a kernel with such atomics has a fence or a pause in a loop, which may wait by plain loads.
//! A plain load may be a poll, too (waiting_loops.h).
//! The function also notes whether blocks may wait for others, and whether called functions gather lanes. It decides if
//! volatile loads of shared memory show the order of a block's warps.
void find_polls(program&);

} // namespace cuda_emulator
