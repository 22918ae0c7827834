// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditional nodes. A kernel sets a value, and the value chooses among the node's graphs.
#include "machine/conditional.h"
#include "runtime/graph_node.h"

#include <algorithm>

using namespace cuda_emulator;

void cuda_emulator::set_defaults(const CUgraph_st& g)
{
    for (const conditional_handle& h : g.handles)
        if (h.has_default) set_conditional(h.handle, h.value);
    for (const auto& n : g.nodes)
        for (const auto& body : n->bodies)
            set_defaults(*body);
}

namespace {

// The graph for which the handle was created: this one, or one around it.
const CUgraph_st* graph_of_handle(const CUgraph_st* g, std::uint64_t handle)
{
    const auto is_it = [handle](const conditional_handle& h) { return h.handle == handle; };
    while (g && std::none_of(g->handles.begin(), g->handles.end(), is_it))
        g = g->parent;
    return g;
}

} // namespace

const CUgraphNode_st* cuda_emulator::node_of_handle(const CUgraph_st& g, std::uint64_t handle)
{
    for (const auto& n : g.nodes) {
        if (n->type != cudaGraphNodeTypeConditional) continue;
        if (std::get<cudaConditionalNodeParams>(n->parameters).handle == handle) return n.get();
        for (const auto& body : n->bodies)
            if (const CUgraphNode_st* inner = node_of_handle(*body, handle)) return inner;
    }
    return nullptr;
}

cudaError_t cuda_emulator::add_conditional_node(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                                std::size_t count, cudaConditionalNodeParams& p)
{
    CUDA_EMULATOR_ENTER();
    // An H200 refuses a handle of another graph, and of another node. No answer is recorded for a handle of the graph
    // around a body.
    const CUgraph_st* const owner = graph_of_handle(g, p.handle);
    if (!owner || node_of_handle(*owner, p.handle) || p.type < cudaGraphCondTypeIf ||
        p.type > cudaGraphCondTypeSwitch || p.size == 0 || (p.type == cudaGraphCondTypeWhile && p.size != 1) ||
        (p.type == cudaGraphCondTypeIf && p.size > 2))
        return record(cudaErrorInvalidValue);
    node_content content;
    content.type = cudaGraphNodeTypeConditional;
    content.parameters = p;
    if (const cudaError_t e = add_node(out, g, after, count, std::move(content))) return e;
    CUgraphNode_st& n = **out;
    for (unsigned k = 0; k < p.size; ++k) {
        n.bodies.push_back(std::make_unique<CUgraph_st>());
        n.bodies.back()->is_body = true;
        n.bodies.back()->parent = g;
        n.body_handles.push_back(n.bodies.back().get());
    }
    p.phGraph_out = n.body_handles.data();
    return cudaSuccess;
}

extern "C" {

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* out, cudaGraph_t g, unsigned value,
                                             unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !g || (flags & ~unsigned{cudaGraphCondAssignDefault})) return record(cudaErrorInvalidValue);
    *out = new_conditional();
    g->handles.push_back({*out, (flags & cudaGraphCondAssignDefault) != 0, value});
    return cudaSuccess;
}

} // extern "C"
