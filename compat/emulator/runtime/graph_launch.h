// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of an instantiated graph.
#pragma once

#include "runtime/graph.h"

#include <cstdint>

namespace cuda_emulator {

//! What the launches of one instantiated graph need. Launches of it run one after another, in all streams.
struct graph_to_launch {
    CUgraph_st& graph;
    const void* executable;     //!< the handle, as an event of the check of streams
    bool frees;                 //!< cudaGraphInstantiateFlagAutoFreeOnLaunch
    std::uint64_t& last_launch; //!< number of the last launch in the device's queue; 0: none
};

//! Runs the graph. A copy of it is queued instead if earlier work of the stream goes on beside the host (`is_queued`),
//! or if an event of a wait node, or the last launch, has not ended. A graph with host functions, or whose kernels may
//! wait for the host, runs in a thread of the device, and may go on there.
//!
//! All nodes of a queued graph wait for all events of its wait nodes, and run one after another. A GPU runs nodes that
//! depend on no wait node earlier, and nodes side by side that wait for each other. Who waits for an event that a
//! queued graph records waits for the whole graph. Pageable memory is read before the call returns, as on an H200: such
//! a graph is waited for, not queued. But if its own kernels may wait, the memory is read at its turn.
cudaError_t launch_graph(graph_to_launch, cudaStream_t, bool is_queued);

} // namespace cuda_emulator
