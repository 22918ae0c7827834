// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that a graph allocates: its address is known from the node on, the memory is there from its launch on.
#pragma once

#include "runtime/graph.h"

namespace cuda_emulator {

//! What the node of an allocation or of a release does. The first finds the address; null when there is no room.
void* content_of_allocation(std::size_t bytes, node_content&);
void content_of_release(void*, node_content&);

//! Before a launch: memory that the graph allocated before and nobody freed is freed, or the launch is refused.
cudaError_t prepare_memory(CUgraph_st&, bool free_it);

} // namespace cuda_emulator
