// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// barrier.cluster: all threads of the cluster arrive, and each thread waits in a separate instruction.
#pragma once

#include "machine/block.h"

namespace cuda_emulator {

//! barrier.cluster.arrive; `detail` is 1 for .relaxed, which orders nothing.
void arrive_at_cluster_barrier(warp&, const instruction&, std::uint32_t mask);
//! barrier.cluster.wait: the warp has a path of these lanes at the instruction. The lanes may be released at once.
void wait_at_cluster_barrier(warp&, const instruction&, std::uint32_t mask);
//! Threads of the block have returned, so the barrier no longer waits for them.
void leave_cluster_barrier(block&);
//! "n of m threads of the cluster have arrived"
std::string cluster_barrier_state(const block&);

} // namespace cuda_emulator
