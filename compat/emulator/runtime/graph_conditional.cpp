// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditional nodes. A kernel sets a value, and the value chooses among the node's graphs.
#include "machine/conditional.h"
#include "runtime/graph_node.h"

using namespace cuda_emulator;

namespace {
std::mutex defaults_mutex;
std::map<std::uint64_t, unsigned> defaults; //!< values that each launch assigns to the handles again
} // namespace

void cuda_emulator::set_defaults(const CUgraph_st& g)
{
    {
        std::lock_guard lock(defaults_mutex);
        for (const std::uint64_t handle : g.default_handles)
            set_conditional(handle, defaults[handle]);
    }
    for (const auto& n : g.nodes)
        for (const auto& body : n->bodies)
            set_defaults(*body);
}

cudaError_t cuda_emulator::add_conditional_node(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                                std::size_t count, cudaConditionalNodeParams& p)
{
    CUDA_EMULATOR_ENTER();
    unsigned value = 0;
    if (!get_conditional(p.handle, value) || p.type < cudaGraphCondTypeIf || p.type > cudaGraphCondTypeSwitch ||
        p.size == 0 || (p.type == cudaGraphCondTypeWhile && p.size != 1) ||
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
    if (!(flags & cudaGraphCondAssignDefault)) return cudaSuccess;
    std::lock_guard lock(defaults_mutex);
    defaults[*out] = value;
    g->default_handles.push_back(*out);
    return cudaSuccess;
}

} // extern "C"
