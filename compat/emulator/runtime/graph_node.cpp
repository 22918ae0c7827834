// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds nodes to graphs, returns their parameters, and changes them.
#include "runtime/graph_node.h"

#include "runtime/capture.h"
#include "runtime/cluster.h"
#include "runtime/fill.h"
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
cudaError_t add_with(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, Make make)
{
    CUDA_EMULATOR_ENTER();
    node_content c;
    if (const cudaError_t e = make(c)) return record(e);
    return add_node(out, g, after, count, std::move(c));
}
template <class Make>
cudaError_t change_with(cudaGraphNode_t n, Make make)
{
    CUDA_EMULATOR_ENTER();
    node_content c;
    if (const cudaError_t e = make(c)) return record(e);
    return record(change_node(n, c));
}

} // namespace

namespace cuda_emulator {

std::shared_ptr<kept_launch> keep_launch(std::shared_ptr<kernel> k, dim3 grid, dim3 block, void** arguments,
                                         std::size_t shared, bool cooperative, dim3 cluster, cudaError_t& error)
{
    error = !k ? cudaErrorInvalidDeviceFunction : cudaSuccess;
    if (error != cudaSuccess) return nullptr;
    const program* code = k->decoded();
    const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
    if (!code) error = cudaErrorInvalidPtx;
    if (code && (threads == 0 || threads > 1024 || !grid.x || !grid.y || !grid.z)) error = cudaErrorInvalidValue;
    launch_clusters clusters;
    dim3 blocks = grid;
    if (error == cudaSuccess) error = clusters_of(*k, *code, cluster, blocks, clusters);
    if (error == cudaSuccess && cooperative && !fits_at_once(*code, grid, block, shared))
        error = cudaErrorCooperativeLaunchTooLarge;
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
    if (!k) return cudaErrorInvalidDeviceFunction;
    void** arguments = p.kernelParams;
    packed_arguments packed(*k, p.extra);
    if (p.extra && !arguments) {
        if (!packed.good()) return cudaErrorInvalidValue;
        arguments = packed.arguments();
    }
    cudaError_t error;
    c.launch = keep_launch(k, p.gridDim, p.blockDim, arguments, p.sharedMemBytes, false, no_cluster(), error);
    if (!c.launch) return error;
    c.type = cudaGraphNodeTypeKernel;
    c.work = [l = c.launch] { return l->run(); };
    return cudaSuccess;
}

cudaError_t content_of(const cudaMemcpy3DParms& p, node_content& c)
{
    c.type = cudaGraphNodeTypeMemcpy;
    c.parameters = p;
    c.work = [p] { return cudaMemcpy3D(&p); };
    return cudaSuccess;
}

cudaMemcpy3DParms as_3d(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind)
{
    cudaMemcpy3DParms p = {};
    p.srcPtr = {const_cast<void*>(from), bytes, bytes, 1};
    p.dstPtr = {to, bytes, bytes, 1};
    p.extent = {bytes, 1, 1};
    p.kind = kind;
    return p;
}

cudaError_t content_of_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, node_content& c)
{
    c.type = cudaGraphNodeTypeMemcpy;
    c.parameters = as_3d(to, from, bytes, kind);
    c.work = [=] { return cudaMemcpy(to, from, bytes, kind); };
    return cudaSuccess;
}

cudaError_t content_of_copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, node_content& c)
{
    c.type = cudaGraphNodeTypeMemcpy;
    c.work = [=] { return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind); };
    return cudaSuccess;
}

cudaError_t content_of_copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                        cudaMemcpyKind kind, node_content& c)
{
    c.type = cudaGraphNodeTypeMemcpy;
    c.work = [=] { return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind); };
    return cudaSuccess;
}

cudaError_t content_of(const cudaMemsetParams& p, node_content& c)
{
    if (!p.dst || (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4)) return cudaErrorInvalidValue;
    c.type = cudaGraphNodeTypeMemset;
    c.parameters = p;
    c.work = [p] { return fill(p); };
    return cudaSuccess;
}

cudaError_t content_of(const cudaHostNodeParams& p, node_content& c)
{
    if (!p.fn) return cudaErrorInvalidValue;
    c.type = cudaGraphNodeTypeHost;
    c.parameters = p;
    c.work = [p] {
        p.fn(p.userData);
        return cudaSuccess;
    };
    return cudaSuccess;
}

cudaError_t content_of_event(cudaGraphNodeType type, cudaEvent_t event, node_content& c)
{
    if (!event) return cudaErrorInvalidValue;
    c.type = type;
    c.parameters = event;
    if (type == cudaGraphNodeTypeEventRecord) c.work = [event] { return cudaEventRecord(event, nullptr); };
    if (type == cudaGraphNodeTypeWaitEvent)
        c.work = [event] { // a launch waits for the record itself (graph_launch.h)
            work_waits_for(event);
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
                     node_content content)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !g || (count && !after)) return record(cudaErrorInvalidValue);
    for (std::size_t k = 0; k < count; ++k)
        if (!g->has(after[k])) return record(cudaErrorInvalidValue);
    *out = g->add(std::move(content), std::vector<CUgraphNode_st*>(after, after + count));
    return cudaSuccess;
}

cudaError_t change_node(CUgraphNode_st* n, const node_content& content)
{
    if (!n || n->type != content.type) return cudaErrorInvalidValue;
    const bool cooperative = n->launch && n->launch->cooperative;
    static_cast<node_content&>(*n) = content;
    if (n->launch) n->launch->cooperative = cooperative;
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
    CUDA_EMULATOR_ENTER();
    if (!child) return record(cudaErrorInvalidValue);
    auto body = child->clone();
    node_content content;
    content.type = cudaGraphNodeTypeGraph;
    if (const cudaError_t e = add_node(out, g, after, count, std::move(content))) return e;
    body->is_body = true;
    (*out)->body_handles = {body.get()};
    (*out)->bodies.push_back(std::move(body));
    return cudaSuccess;
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t n, cudaGraph_t* out)
{
    if (!n || !out || n->type != cudaGraphNodeTypeGraph) return checked(cudaErrorInvalidValue);
    *out = n->bodies.front().get();
    return cudaSuccess;
}
// Edge data only relaxes a dependency, for example for programmatic dependent launch. It is ignored.
cudaError_t cudaGraphAddNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData*, std::size_t count, cudaGraphNodeParams* p)
{
    if (!p) return checked(cudaErrorInvalidValue);
    if (p->type == cudaGraphNodeTypeGraph) return cudaGraphAddChildGraphNode(out, g, after, count, p->graph.graph);
    if (p->type == cudaGraphNodeTypeConditional) return add_conditional_node(out, g, after, count, p->conditional);
    if (p->type == cudaGraphNodeTypeMemFree) return cudaGraphAddMemFreeNode(out, g, after, count, p->free.dptr);
    if (p->type == cudaGraphNodeTypeMemAlloc)
        // Both structures have the same layout.
        return cudaGraphAddMemAllocNode(out, g, after, count, reinterpret_cast<cudaMemAllocNodeParams*>(&p->alloc));
    return add_with(out, g, after, count, [&](node_content& c) { return content_of(*p, c); });
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
