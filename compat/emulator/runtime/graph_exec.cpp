// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instantiated graphs. Each is a copy of a graph, and can be launched and updated.
#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/graph_launch.h"
#include "runtime/graph_node.h"
#include "runtime/stream_order.h"

#include <algorithm>
#include <set>

using namespace cuda_emulator;

struct CUgraphExec_st {
    std::unique_ptr<CUgraph_st> graph;
    unsigned long long flags = 0;
    std::uint64_t last_launch = 0; //!< its number in the device's queue
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
    if (const cudaError_t e = make(c)) return record(e);
    return record(change_node(n, c));
}

// Updates a graph from a graph with the same nodes in the same order. With `act` false, only checks whether the update
// is possible.
struct update {
    cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
    const CUgraphNode_st *node = nullptr, *from = nullptr;

    bool fail(cudaGraphExecUpdateResult r, const CUgraphNode_st* n, const CUgraphNode_st* before = nullptr)
    {
        result = r;
        node = n;
        from = before;
        return false;
    }
    static std::size_t place(const CUgraph_st& g, const CUgraphNode_st* n)
    {
        const auto at = std::find_if(g.nodes.begin(), g.nodes.end(), [&](const auto& have) { return have.get() == n; });
        return static_cast<std::size_t>(at - g.nodes.begin());
    }
    static std::set<std::size_t> places_before(const CUgraph_st& g, const CUgraphNode_st& n)
    {
        std::set<std::size_t> all;
        for (const CUgraphNode_st* before : n.after)
            all.insert(place(g, before));
        return all;
    }

    bool take(CUgraph_st& to, const CUgraph_st& fresh, bool act)
    {
        if (to.nodes.size() != fresh.nodes.size()) return fail(cudaGraphExecUpdateErrorTopologyChanged, nullptr);
        for (std::size_t k = 0; k < to.nodes.size(); ++k) {
            CUgraphNode_st& old = *to.nodes[k];
            const CUgraphNode_st& now = *fresh.nodes[k];
            if (old.type != now.type) return fail(cudaGraphExecUpdateErrorNodeTypeChanged, &now);
            if (places_before(to, old) != places_before(fresh, now))
                return fail(cudaGraphExecUpdateErrorTopologyChanged, &now, now.after.empty() ? nullptr : now.after[0]);
            if (old.type == cudaGraphNodeTypeMemAlloc || old.type == cudaGraphNodeTypeMemFree)
                return fail(cudaGraphExecUpdateErrorNotSupported, &now);
            if (old.launch && old.launch->cooperative != now.launch->cooperative)
                return fail(cudaGraphExecUpdateErrorAttributesChanged, &now);
            if (old.bodies.size() != now.bodies.size()) return fail(cudaGraphExecUpdateErrorParametersChanged, &now);
            for (std::size_t b = 0; b < old.bodies.size(); ++b)
                if (!take(*old.bodies[b], *now.bodies[b], act)) return false;
            if (act) static_cast<node_content&>(old) = now;
        }
        return true;
    }
};

cudaError_t instantiate(cudaGraphExec_t* out, cudaGraph_t g, unsigned long long flags)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !g || (flags & ~known_flags)) return record(cudaErrorInvalidValue);
    *out = nullptr;
    if (flags & cudaGraphInstantiateFlagDeviceLaunch) return unsupported("a graph for launches from the device");
    auto x = std::make_unique<CUgraphExec_st>();
    x->graph = g->clone();
    x->flags = flags;
    if (!x->graph->sort()) return record(cudaErrorInvalidValue);
    std::lock_guard lock(executables_mutex);
    executables.insert(x.get());
    *out = x.release();
    return cudaSuccess;
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
    const cudaError_t e = instantiate(out, g, p->flags);
    p->errNode_out = nullptr;
    p->result_out = e == cudaSuccess             ? cudaGraphInstantiateSuccess
                    : e == cudaErrorInvalidValue ? cudaGraphInstantiateInvalidStructure
                                                 : cudaGraphInstantiateError;
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
    case submission::note: {
        CUgraphNode_st* n = note(stream, cudaGraphNodeTypeGraph, {});
        n->bodies.push_back(x->graph->clone());
        n->bodies.back()->is_body = true;
        n->body_handles = {n->bodies.back().get()};
        return cudaSuccess;
    }
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
    update u;
    const auto fresh = child->clone();
    if (!u.take(*n->bodies.front(), *fresh, false)) return record(cudaErrorInvalidValue);
    u.take(*n->bodies.front(), *fresh, true);
    return cudaSuccess;
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
    update u;
    // The clone owns copies of the arguments.
    const auto fresh = g->clone();
    if (u.take(*x->graph, *fresh, false)) u.take(*x->graph, *fresh, true);
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
    if (!n || (n->type != cudaGraphNodeTypeKernel && n->type != cudaGraphNodeTypeMemset &&
               n->type != cudaGraphNodeTypeMemcpy))
        return record(cudaErrorInvalidValue);
    n->enabled = enabled != 0;
    return cudaSuccess;
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t x, cudaGraphNode_t original, unsigned* enabled)
{
    CUDA_EMULATOR_ENTER();
    const CUgraphNode_st* n = find(x, original);
    if (!n || !enabled) return record(cudaErrorInvalidValue);
    *enabled = n->enabled;
    return cudaSuccess;
}

} // extern "C"
