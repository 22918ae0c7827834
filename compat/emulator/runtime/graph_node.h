// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the parameters of a node come to: nodes are made of it, and changed by it, in graphs and in instantiated ones.
#pragma once

#include "runtime/graph.h"

namespace cuda_emulator {

//! Each fills the content, or gives the error of such parameters.
cudaError_t content_of(const cudaKernelNodeParams&, node_content&);
cudaError_t content_of(const cudaMemcpy3DParms&, node_content&);
cudaError_t content_of(const cudaMemsetParams&, node_content&);
cudaError_t content_of(const cudaHostNodeParams&, node_content&);
//! Of linear memory.
cudaError_t content_of_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, node_content&);
cudaError_t content_of_copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind, node_content&);
cudaError_t content_of_copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                        cudaMemcpyKind, node_content&);
cudaError_t content_of_event(cudaGraphNodeType, cudaEvent_t, node_content&);
//! Of the general structure: a node that can be changed. A child graph's has no content.
cudaError_t content_of(const cudaGraphNodeParams&, node_content&);

//! A copy of linear memory as one in three dimensions.
cudaMemcpy3DParms as_3d(void* to, const void* from, std::size_t bytes, cudaMemcpyKind);

//! Adds a node, if graph, place and dependencies are good.
cudaError_t add_node(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t* after, std::size_t count, node_content);
//! Its bodies are new graphs, whose handles the parameters then have.
cudaError_t add_conditional_node(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t* after, std::size_t count,
                                 cudaConditionalNodeParams&);
//! Changes a node, which stays of its type.
cudaError_t change_node(CUgraphNode_st*, const node_content&);

} // namespace cuda_emulator
