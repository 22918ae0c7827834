// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instantiated graphs. Each is a copy of a graph, and can be launched and updated.
#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/graph_launch.h"
#include "runtime/graph_node.h"
#include "runtime/graph_update.h"
#include "runtime/stream_order.h"

#include <algorithm>
#include <set>

using namespace cuda_emulator;

struct CUgraphExec_st {
    std::unique_ptr<CUgraph_st> graph;
    unsigned long long flags = 0;
    std::uint64_t last_launch = 0; //!< its number in the device's queue
    std::shared_ptr<const int> instance;
};

namespace {

constexpr unsigned long long known_flags = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
                                           cudaGraphInstantiateFlagDeviceLaunch |
                                           cudaGraphInstantiateFlagUseNodePriority;

std::mutex executables_mutex;
std::set<const CUgraphExec_st*> executables;

bool known(cudaGraphExec_t x)
{
    std::lock_guard lock(executables_mutex);
    return x && executables.count(x);
}

// Returns the node of the executable graph that was copied from `original`, or null.
CUgraphNode_st* find(cudaGraphExec_t x, cudaGraphNode_t original)
{
    CUgraphNode_st* found = nullptr;
    if (known(x) && original)
        for_each_node(*x->graph, [&](CUgraphNode_st& n) {
            if (n.original == original) found = &n;
        });
    return found;
}

// Implements cudaGraphExec…SetParams. `make` fills the new content.
template <class Make>
cudaError_t change(cudaGraphExec_t x, cudaGraphNode_t original, Make make)
{
    CUDA_EMULATOR_ENTER();
    node_content c;
    CUgraphNode_st* n = find(x, original);
    if (!n) return record(cudaErrorInvalidValue);
    c.launch = n->launch;
    if (const cudaError_t e = make(c)) return record(e);
    if (const cudaError_t e = refuse_change(*n, c)) return record(e);
    return record(change_node(n, c));
}

bool can_be_enabled(const CUgraphNode_st* n)
{
    return n && (n->type == cudaGraphNodeTypeKernel || n->type == cudaGraphNodeTypeMemset ||
                 n->type == cudaGraphNodeTypeMemcpy);
}

// Work that a GPU runs in the body of a conditional node.
bool fits_into_body(cudaGraphNodeType t)
{
    return t == cudaGraphNodeTypeKernel || t == cudaGraphNodeTypeMemcpy || t == cudaGraphNodeTypeMemset ||
           t == cudaGraphNodeTypeGraph || t == cudaGraphNodeTypeEmpty || t == cudaGraphNodeTypeConditional;
}

struct refusal {
    cudaGraphInstantiateResult result = cudaGraphInstantiateSuccess;
    const CUgraphNode_st* node = nullptr;
};

// What prevents the instantiation of a graph, or of a body in it.
refusal find_refusal(const CUgraph_st& g, bool is_in_condition)
{
    for (const conditional_handle& h : g.handles)
        if (!node_of_handle(g, h.handle)) return {cudaGraphInstantiateConditionalHandleUnused, nullptr};
    for (const auto& n : g.nodes) {
        if (is_in_condition && !fits_into_body(n->type))
            return {cudaGraphInstantiateNodeOperationNotSupported, n.get()};
        for (const auto& body : n->bodies)
            if (const refusal r = find_refusal(*body, is_in_condition || n->type == cudaGraphNodeTypeConditional);
                r.result != cudaGraphInstantiateSuccess)
                return r;
    }
    return {};
}

// A node of a cycle in a graph that sort() could not order. Nodes behind a cycle have no place in `order` either, and
// each of them waits for another such node.
const CUgraphNode_st* find_cycle(const CUgraph_st& g)
{
    for (const auto& n : g.nodes)
        for (const auto& body : n->bodies)
            if (!body->sort()) return find_cycle(*body);
    const auto is_placed = [&](const CUgraphNode_st* n) {
        return std::find(g.order.begin(), g.order.end(), n) != g.order.end();
    };
    const auto first = std::find_if(g.nodes.begin(), g.nodes.end(), [&](const auto& n) { return !is_placed(n.get()); });
    const CUgraphNode_st* n = first == g.nodes.end() ? nullptr : first->get();
    for (std::set<const CUgraphNode_st*> seen; n && seen.insert(n).second;) {
        const auto next =
            std::find_if(n->after.begin(), n->after.end(), [&](const auto& d) { return !is_placed(d.node); });
        n = next == n->after.end() ? nullptr : next->node;
    }
    return n;
}

cudaError_t instantiate(cudaGraphExec_t* out, cudaGraph_t g, unsigned long long flags, refusal& why)
{
    why.result = cudaGraphInstantiateError;
    CUDA_EMULATOR_ENTER();
    constexpr auto for_device = cudaGraphInstantiateFlagDeviceLaunch;
    if (!out || !g || (flags & ~known_flags)) return record(cudaErrorInvalidValue);
    *out = nullptr;
    if ((flags & for_device) && (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch))
        return record(cudaErrorInvalidValue);
    if (flags & for_device) return unsupported("a graph for launches from the device");
    if (g->is_single() && g->instances.use_count() > 1) return record(cudaErrorNotSupported);
    if (const refusal r = find_refusal(*g, false); r.result != cudaGraphInstantiateSuccess) {
        why = r;
        return record(cudaErrorInvalidValue);
    }
    auto x = std::make_unique<CUgraphExec_st>();
    x->graph = g->clone();
    x->flags = flags;
    if (!x->graph->sort()) {
        const CUgraphNode_st* const n = find_cycle(*x->graph);
        why = {cudaGraphInstantiateInvalidStructure, n ? n->original : nullptr};
        return record(cudaErrorInvalidValue);
    }
    x->instance = g->instances;
    why.result = cudaGraphInstantiateSuccess;
    std::lock_guard lock(executables_mutex);
    executables.insert(x.get());
    *out = x.release();
    return cudaSuccess;
}

cudaError_t instantiate(cudaGraphExec_t* out, cudaGraph_t g, unsigned long long flags)
{
    refusal why;
    return instantiate(out, g, flags, why);
}

} // namespace

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* out, cudaGraph_t g, unsigned long long flags)
{
    return instantiate(out, g, flags);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* out, cudaGraph_t g, unsigned long long flags)
{
    return instantiate(out, g, flags);
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* out, cudaGraph_t g, cudaGraphInstantiateParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    refusal why;
    const cudaError_t e = instantiate(out, g, p->flags, why);
    p->errNode_out = const_cast<cudaGraphNode_t>(why.node);
    p->result_out = why.result;
    return e;
}
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t x, unsigned long long* flags)
{
    CUDA_EMULATOR_ENTER();
    if (!known(x) || !flags) return record(cudaErrorInvalidValue);
    *flags = x->flags;
    return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t x, cudaStream_t)
{
    return checked(known(x) ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t x, cudaStream_t stream)
{
    CUDA_EMULATOR_ENTER();
    if (!known(x)) return record(cudaErrorInvalidValue);
    cudaError_t error = cudaSuccess;
    const submission what = submit_or_queue(stream, error);
    switch (what) {
    case submission::run:
    case submission::queue: {
        const bool frees = x->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch;
        return launch_graph({*x->graph, x, frees, x->last_launch}, stream, what == submission::queue);
    }
    case submission::note: // an H200 captures no launch of a graph
        spoil_capture(stream);
        return record(cudaErrorStreamCaptureUnsupported);
    default:
        return record(error);
    }
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t x)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(executables_mutex);
    if (!x || !executables.erase(x)) return record(cudaErrorInvalidValue);
    forget_event(x);
    delete x;
    return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t x, cudaGraphNode_t n, const cudaKernelNodeParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return change(x, n, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t x, cudaGraphNode_t n, const cudaMemcpy3DParms* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return change(x, n, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t x, cudaGraphNode_t n, void* to, const void* from,
                                               std::size_t bytes, cudaMemcpyKind kind)
{
    return change(x, n, [&](node_content& c) { return content_of_copy(to, from, bytes, kind, c); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t x, cudaGraphNode_t n, const void* symbol,
                                                     const void* from, std::size_t bytes, std::size_t offset,
                                                     cudaMemcpyKind kind)
{
    return change(x, n,
                  [&](node_content& c) { return content_of_copy_to_symbol(symbol, from, bytes, offset, kind, c); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t x, cudaGraphNode_t n, void* to,
                                                       const void* symbol, std::size_t bytes, std::size_t offset,
                                                       cudaMemcpyKind kind)
{
    return change(x, n,
                  [&](node_content& c) { return content_of_copy_from_symbol(to, symbol, bytes, offset, kind, c); });
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t x, cudaGraphNode_t n, const cudaMemsetParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return change(x, n, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t x, cudaGraphNode_t n, const cudaHostNodeParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return change(x, n, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t x, cudaGraphNode_t n, cudaEvent_t event)
{
    return change(x, n, [&](node_content& c) { return content_of_event(cudaGraphNodeTypeEventRecord, event, c); });
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t x, cudaGraphNode_t n, cudaEvent_t event)
{
    return change(x, n, [&](node_content& c) { return content_of_event(cudaGraphNodeTypeWaitEvent, event, c); });
}
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t x, cudaGraphNode_t original, cudaGraph_t child)
{
    CUDA_EMULATOR_ENTER();
    CUgraphNode_st* n = find(x, original);
    if (!n || !child || n->type != cudaGraphNodeTypeGraph) return record(cudaErrorInvalidValue);
    graph_update u(x->flags & cudaGraphInstantiateFlagUseNodePriority);
    const auto fresh = child->clone();
    return record(u.take(*n->bodies.front(), *fresh) ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t x, cudaGraphNode_t n, cudaGraphNodeParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    if (p->type == cudaGraphNodeTypeGraph) return cudaGraphExecChildGraphNodeSetParams(x, n, p->graph.graph);
    return change(x, n, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t x, cudaGraph_t g, cudaGraphExecUpdateResultInfo* info)
{
    CUDA_EMULATOR_ENTER();
    if (!known(x) || !g) return record(cudaErrorInvalidValue);
    if (x->graph->has_updatable() || g->has_updatable()) return record(cudaErrorNotSupported);
    graph_update u(x->flags & cudaGraphInstantiateFlagUseNodePriority);
    // The clone owns copies of the arguments.
    const auto fresh = g->clone();
    u.take(*x->graph, *fresh);
    if (info) {
        const auto original = [](const CUgraphNode_st* n) { return const_cast<cudaGraphNode_t>(n ? n->original : n); };
        *info = {u.result, original(u.node), original(u.from)};
    }
    return record(u.result == cudaGraphExecUpdateSuccess ? cudaSuccess : cudaErrorGraphExecUpdateFailure);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t x, cudaGraphNode_t original, unsigned enabled)
{
    CUDA_EMULATOR_ENTER();
    CUgraphNode_st* n = find(x, original);
    if (!can_be_enabled(n)) return record(cudaErrorInvalidValue);
    n->enabled = enabled != 0;
    return cudaSuccess;
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t x, cudaGraphNode_t original, unsigned* enabled)
{
    CUDA_EMULATOR_ENTER();
    const CUgraphNode_st* n = find(x, original);
    if (!can_be_enabled(n) || !enabled) return record(cudaErrorInvalidValue);
    *enabled = n->enabled;
    return cudaSuccess;
}

} // extern "C"
