// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that a graph allocates. The address is fixed when the node is added. The memory exists from the launch on.
#pragma once

#include "runtime/graph.h"

namespace cuda_emulator {

//! Fill the content of an allocation node or a free node. The first function also chooses the address, and returns null
//! if no memory is left.
void* content_of_allocation(std::size_t bytes, node_content&);
void content_of_release(void*, node_content&);
//! Tests whether a node of the graph may free this memory: that of an allocation node, and no other node frees it.
bool can_release(const CUgraph_st&, void*);

//! Prepares a launch. Memory of an earlier launch that is still allocated is freed, or the launch is refused.
cudaError_t prepare_memory(CUgraph_st&, bool free_it);

} // namespace cuda_emulator
