// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// barrier.cluster: all threads of the cluster arrive, and each waits for it when it likes.
#pragma once

#include "machine/block.h"

namespace cuda_emulator {

//! barrier.cluster.arrive; `detail` is 1 where it orders nothing (.relaxed).
void arrive_at_cluster_barrier(warp&, const instruction&, std::uint32_t mask);
//! barrier.cluster.wait: the warp has a fragment of these lanes at it, which may go on at once.
void wait_at_cluster_barrier(warp&, const instruction&, std::uint32_t mask);
//! Threads of the block have returned: nobody waits for them any more.
void leave_cluster_barrier(block&);
//! "n of m threads of the cluster have arrived"
std::string cluster_barrier_state(const block&);

} // namespace cuda_emulator
