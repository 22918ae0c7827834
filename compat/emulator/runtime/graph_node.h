// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts node parameters to node content, for graphs and for instantiated graphs.
#pragma once

#include "runtime/graph.h"

namespace cuda_emulator {

//! Each function fills the content, or returns the error for invalid parameters. A kernel node keeps the attributes of
//! the launch that the content has before.
cudaError_t content_of(const cudaKernelNodeParams&, node_content&);
cudaError_t content_of(const cudaMemcpy3DParms&, node_content&);
cudaError_t content_of(const cudaMemsetParams&, node_content&);
cudaError_t content_of(const cudaHostNodeParams&, node_content&);
//! The work of a node or a stream that calls a function of the program.
std::function<cudaError_t()> function_of(const cudaHostNodeParams&);
//! Copies of linear memory.
cudaError_t content_of_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, node_content&);
cudaError_t content_of_copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind, node_content&);
cudaError_t content_of_copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                        cudaMemcpyKind, node_content&);
cudaError_t content_of_event(cudaGraphNodeType, cudaEvent_t, node_content&);
//! Converts the general structure. The node can be changed later. A child graph node has no content.
cudaError_t content_of(const cudaGraphNodeParams&, node_content&);

//! Converts a copy of linear memory to a three-dimensional copy.
cudaMemcpy3DParms as_3d(void* to, const void* from, std::size_t bytes, cudaMemcpyKind);

//! Adds a node after checking graph, output and dependencies.
cudaError_t add_node(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t* after, std::size_t count, node_content,
                     const cudaGraphEdgeData* = nullptr);
//! Creates new graphs as bodies, and stores their handles in the parameters.
cudaError_t add_conditional_node(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t* after, std::size_t count,
                                 cudaConditionalNodeParams&);
//! Returns the node of the graph, or of a body in it, that reads the handle, or null.
const CUgraphNode_st* node_of_handle(const CUgraph_st&, std::uint64_t handle);
//! Returns the error for a change of an instantiated copy or memset by cudaGraphExec…SetParams. A GPU changes neither
//! the kind of memory nor the shape of two-dimensional work.
cudaError_t refuse_change(const node_content& before, const node_content& now);
//! The same for cudaGraphExecUpdate, which may change two-dimensional copies.
bool is_updatable(const node_content& before, const node_content& now);
//! Changes a node without changing its type.
cudaError_t change_node(CUgraphNode_st*, const node_content&);

} // namespace cuda_emulator
