// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds nodes to graphs, returns their parameters, and changes them.
#include "runtime/graph_node.h"

#include "runtime/capture.h"
#include "runtime/cluster.h"
#include "runtime/packed_arguments.h"
#include "runtime/stream_order.h"

#include <algorithm>
#include <cstring>

using namespace cuda_emulator;

namespace {

// Returns the parameters of a node of this type.
template <class Parameters>
cudaError_t give(cudaGraphNode_t n, cudaGraphNodeType type, Parameters* out, const char* what)
{
    CUDA_EMULATOR_ENTER();
    if (!n || !out || n->type != type) return record(cudaErrorInvalidValue);
    const auto* p = std::get_if<Parameters>(&n->parameters);
    if (!p) return unsupported(what);
    *out = *p;
    return cudaSuccess;
}

// Adds a node. `make` fills the content.
template <class Make>
cudaError_t add_with(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, Make make,
                     const cudaGraphEdgeData* data = nullptr)
{
    CUDA_EMULATOR_ENTER();
    node_content c;
    if (const cudaError_t e = make(c)) return record(e);
    return add_node(out, g, after, count, std::move(c), data);
}
template <class Make>
cudaError_t change_with(cudaGraphNode_t n, Make make)
{
    CUDA_EMULATOR_ENTER();
    node_content c;
    if (n) c.launch = n->launch;
    if (const cudaError_t e = make(c)) return record(e);
    return record(change_node(n, c));
}

// The node gets a copy of the child, or with cudaGraphChildGraphOwnershipMove the child itself, which may then have
// nodes that cannot be copied.
cudaError_t add_child_graph(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count,
                            cudaGraph_t child, cudaGraphChildGraphNodeOwnership ownership)
{
    CUDA_EMULATOR_ENTER();
    const bool moves = ownership == cudaGraphChildGraphOwnershipMove;
    if (!child || (moves && child->is_body)) return record(cudaErrorInvalidValue);
    if (child == g) {
        context::instance().print_finding("cudaGraphAddChildGraphNode: a graph cannot be its own child: the driver of "
                                          "an H200 crashes");
        return record(cudaErrorInvalidValue);
    }
    if (!moves && child->is_single()) return record(cudaErrorNotSupported);
    auto copy = moves ? nullptr : child->clone();
    node_content content;
    content.type = cudaGraphNodeTypeGraph;
    if (const cudaError_t e = add_node(out, g, after, count, std::move(content))) return e;
    std::unique_ptr<CUgraph_st> body = moves ? std::unique_ptr<CUgraph_st>(child) : std::move(copy);
    body->is_body = true;
    (*out)->body_handles = {body.get()};
    (*out)->bodies.push_back(std::move(body));
    return cudaSuccess;
}

} // namespace

namespace cuda_emulator {

std::shared_ptr<kept_launch> keep_launch(std::shared_ptr<kernel> k, dim3 grid, dim3 block, void** arguments,
                                         std::size_t shared, bool cooperative, dim3 cluster, cudaError_t& error)
{
    error = !k ? cudaErrorInvalidDeviceFunction : cudaSuccess;
    if (error != cudaSuccess) return nullptr;
    const program* code = k->decoded();
    error = code ? refuse_launch(*k, grid, block, shared, cooperative, cluster) : cudaErrorInvalidPtx;
    if (error != cudaSuccess) return nullptr;
    auto kept = std::make_shared<kept_launch>();
    kept->function = std::move(k);
    kept->grid = grid;
    kept->block = block;
    kept->shared = shared;
    kept->cooperative = cooperative;
    kept->cluster = cluster;
    for (std::size_t n = 0; n < code->parameters.size(); ++n) {
        if (!arguments || !arguments[n]) {
            error = cudaErrorInvalidValue;
            return nullptr;
        }
        const char* value = static_cast<const char*>(arguments[n]);
        kept->values.emplace_back(value, value + code->parameters[n].size);
    }
    for (auto& v : kept->values)
        kept->arguments.push_back(v.data());
    return kept;
}

cudaError_t content_of(const cudaKernelNodeParams& p, node_content& c)
{
    const std::shared_ptr<kernel> k = context::instance().find_kernel(p.func);
    if (!k) return context::no_kernel(p.func);
    if (p.kernelParams && p.extra) return cudaErrorInvalidValue;
    void** arguments = p.kernelParams;
    packed_arguments packed(*k, p.extra);
    if (p.extra) {
        if (!packed.good()) return cudaErrorInvalidValue;
        arguments = packed.arguments();
    }
    cudaError_t error;
    const bool cooperative = c.launch && c.launch->cooperative;
    const dim3 cluster = c.launch ? c.launch->cluster : no_cluster();
    c.launch = keep_launch(k, p.gridDim, p.blockDim, arguments, p.sharedMemBytes, cooperative, cluster, error);
    if (!c.launch) return error;
    c.type = cudaGraphNodeTypeKernel;
    c.work = [l = c.launch] { return l->run(); };
    return cudaSuccess;
}

// After a fault a GPU does not call it.
std::function<cudaError_t()> function_of(const cudaHostNodeParams& p)
{
    return [p] {
        if (const cudaError_t broken = context::instance().sticky) return broken;
        call_host_function([p] { p.fn(p.userData); });
        return cudaSuccess;
    };
}

cudaError_t content_of(const cudaHostNodeParams& p, node_content& c)
{
    if (!p.fn) return cudaErrorInvalidValue;
    c.type = cudaGraphNodeTypeHost;
    c.parameters = p;
    c.work = function_of(p);
    return cudaSuccess;
}

cudaError_t content_of_event(cudaGraphNodeType type, cudaEvent_t event, node_content& c)
{
    if (!event) return cudaErrorInvalidValue;
    c.type = type;
    c.parameters = event;
    // A launch may follow the end of the event, as on an H200. No other event gets the address before.
    c.work = [event, type, kept = keep_event(event)] {
        if (kept && !is_event(event)) return cudaSuccess;
        if (type == cudaGraphNodeTypeEventRecord) return cudaEventRecord(event, nullptr);
        work_waits_for(event); // a launch waits for the record itself (graph_launch.h)
        return cudaSuccess;
    };
    return cudaSuccess;
}

cudaError_t content_of(const cudaGraphNodeParams& p, node_content& c)
{
    switch (p.type) {
    case cudaGraphNodeTypeKernel: {
        const cudaKernelNodeParamsV2& k = p.kernel;
        const cudaKernelNodeParams old = {k.func, k.gridDim, k.blockDim, k.sharedMemBytes, k.kernelParams, k.extra};
        return content_of(old, c);
    }
    case cudaGraphNodeTypeMemcpy:
        return content_of(p.memcpy.copyParams, c);
    case cudaGraphNodeTypeMemset: {
        const cudaMemsetParamsV2& m = p.memset;
        return content_of(cudaMemsetParams{m.dst, m.pitch, m.value, m.elementSize, m.width, m.height}, c);
    }
    case cudaGraphNodeTypeHost:
        return content_of(cudaHostNodeParams{p.host.fn, p.host.userData}, c);
    case cudaGraphNodeTypeWaitEvent:
        return content_of_event(p.type, p.eventWait.event, c);
    case cudaGraphNodeTypeEventRecord:
        return content_of_event(p.type, p.eventRecord.event, c);
    case cudaGraphNodeTypeEmpty:
        return cudaSuccess;
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait:
        return unsupported("a graph's node of an external semaphore");
    default:
        return cudaErrorInvalidValue;
    }
}

cudaError_t add_node(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count,
                     node_content content, const cudaGraphEdgeData* data)
{
    CUDA_EMULATOR_ENTER();
    std::vector<dependency> all;
    if (!out || !g || g->is_destroyed || dependencies_of(*g, after, data, count, content.type, all))
        return record(cudaErrorInvalidValue);
    *out = g->add(std::move(content), std::move(all));
    return cudaSuccess;
}

cudaError_t change_node(CUgraphNode_st* n, const node_content& content)
{
    if (!n || n->type != content.type) return cudaErrorInvalidValue;
    static_cast<node_content&>(*n) = content;
    return cudaSuccess;
}

} // namespace cuda_emulator

extern "C" {

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count)
{
    return add_node(out, g, after, count, {});
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count,
                                   const cudaKernelNodeParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return add_with(out, g, after, count, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count,
                                 const cudaHostNodeParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return add_with(out, g, after, count, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemcpy3DParms* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return add_with(out, g, after, count, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemsetParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return add_with(out, g, after, count, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                     std::size_t count, void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind)
{
    return add_with(out, g, after, count, [&](node_content& c) { return content_of_copy(to, from, bytes, kind, c); });
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                           std::size_t count, const void* symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind)
{
    return add_with(out, g, after, count,
                    [&](node_content& c) { return content_of_copy_to_symbol(symbol, from, bytes, offset, kind, c); });
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                             std::size_t count, void* to, const void* symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind)
{
    return add_with(out, g, after, count,
                    [&](node_content& c) { return content_of_copy_from_symbol(to, symbol, bytes, offset, kind, c); });
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                        std::size_t count, cudaEvent_t event)
{
    return add_with(out, g, after, count,
                    [&](node_content& c) { return content_of_event(cudaGraphNodeTypeEventRecord, event, c); });
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                      std::size_t count, cudaEvent_t event)
{
    return add_with(out, g, after, count,
                    [&](node_content& c) { return content_of_event(cudaGraphNodeTypeWaitEvent, event, c); });
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                       std::size_t count, cudaGraph_t child)
{
    return add_child_graph(out, g, after, count, child, cudaGraphChildGraphOwnershipClone);
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t n, cudaGraph_t* out)
{
    if (!n || !out || n->type != cudaGraphNodeTypeGraph) return checked(cudaErrorInvalidValue);
    *out = n->bodies.front().get();
    return cudaSuccess;
}
// Edge data is kept. At a launch each edge is a full dependency.
cudaError_t cudaGraphAddNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData* data, std::size_t count, cudaGraphNodeParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    std::vector<dependency> all;
    if (data && g && dependencies_of(*g, after, data, count, p->type, all)) return checked(cudaErrorInvalidValue);
    cudaError_t e = cudaSuccess;
    switch (p->type) {
    case cudaGraphNodeTypeGraph:
        e = add_child_graph(out, g, after, count, p->graph.graph, p->graph.ownership);
        break;
    case cudaGraphNodeTypeConditional:
        e = add_conditional_node(out, g, after, count, p->conditional);
        break;
    case cudaGraphNodeTypeMemFree:
        e = cudaGraphAddMemFreeNode(out, g, after, count, p->free.dptr);
        break;
    case cudaGraphNodeTypeMemAlloc: // both structures have the same layout
        e = cudaGraphAddMemAllocNode(out, g, after, count, reinterpret_cast<cudaMemAllocNodeParams*>(&p->alloc));
        break;
    default:
        return add_with(
            out, g, after, count, [&](node_content& c) { return content_of(*p, c); }, data);
    }
    if (e == cudaSuccess && data) (*out)->after = std::move(all);
    return e;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t n, cudaKernelNodeParams* p)
{
    CUDA_EMULATOR_ENTER();
    if (!n || !p || !n->launch) return record(cudaErrorInvalidValue);
    const kernel* k = n->launch->function.get();
    *p = {};
    p->func = const_cast<void*>(k->host ? k->host : static_cast<const void*>(k));
    p->gridDim = n->launch->grid;
    p->blockDim = n->launch->block;
    p->sharedMemBytes = static_cast<unsigned>(n->launch->shared);
    p->kernelParams = n->launch->arguments.data();
    return cudaSuccess;
}
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t n, cudaMemcpy3DParms* out)
{
    return give(n, cudaGraphNodeTypeMemcpy, out, "cudaGraphMemcpyNodeGetParams of this kind of copy");
}
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t n, cudaMemsetParams* out)
{
    return give(n, cudaGraphNodeTypeMemset, out, "cudaGraphMemsetNodeGetParams of this kind of memset");
}
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t n, cudaHostNodeParams* out)
{
    return give(n, cudaGraphNodeTypeHost, out, "cudaGraphHostNodeGetParams of this node");
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t n, cudaEvent_t* out)
{
    return give(n, cudaGraphNodeTypeEventRecord, out, "cudaGraphEventRecordNodeGetEvent of this node");
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t n, cudaEvent_t* out)
{
    return give(n, cudaGraphNodeTypeWaitEvent, out, "cudaGraphEventWaitNodeGetEvent of this node");
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t n, const cudaKernelNodeParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return change_with(n, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t n, const cudaMemcpy3DParms* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return change_with(n, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t n, void* to, const void* from, std::size_t bytes,
                                           cudaMemcpyKind kind)
{
    return change_with(n, [&](node_content& c) { return content_of_copy(to, from, bytes, kind, c); });
}
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t n, const void* symbol, const void* from,
                                                 std::size_t bytes, std::size_t offset, cudaMemcpyKind kind)
{
    return change_with(
        n, [&](node_content& c) { return content_of_copy_to_symbol(symbol, from, bytes, offset, kind, c); });
}
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t n, void* to, const void* symbol, std::size_t bytes,
                                                   std::size_t offset, cudaMemcpyKind kind)
{
    return change_with(
        n, [&](node_content& c) { return content_of_copy_from_symbol(to, symbol, bytes, offset, kind, c); });
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t n, const cudaMemsetParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return change_with(n, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t n, const cudaHostNodeParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return change_with(n, [&](node_content& c) { return content_of(*p, c); });
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t n, cudaEvent_t event)
{
    return change_with(n, [&](node_content& c) { return content_of_event(cudaGraphNodeTypeEventRecord, event, c); });
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t n, cudaEvent_t event)
{
    return change_with(n, [&](node_content& c) { return content_of_event(cudaGraphNodeTypeWaitEvent, event, c); });
}
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t n, cudaGraphNodeParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    return change_with(n, [&](node_content& c) { return content_of(*p, c); });
}

} // extern "C"
