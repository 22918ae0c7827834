// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graph nodes of the driver API. The runtime implements them with other structures.
#include "driver/call.h"
#include "driver/copy.h"

#include <cstring>

using namespace cuda_emulator;

namespace {

template <class To, class From>
To* as(From* p)
{
    static_assert(sizeof(To) == sizeof(From));
    return reinterpret_cast<To*>(p);
}

cudaKernelNodeParams of_driver(const CUDA_KERNEL_NODE_PARAMS& p)
{
    cudaKernelNodeParams out = {};
    out.func = p.func ? static_cast<void*>(p.func) : static_cast<void*>(p.kern);
    out.gridDim = dim3(p.gridDimX, p.gridDimY, p.gridDimZ);
    out.blockDim = dim3(p.blockDimX, p.blockDimY, p.blockDimZ);
    out.sharedMemBytes = p.sharedMemBytes;
    out.kernelParams = p.kernelParams;
    out.extra = p.extra;
    return out;
}
CUDA_KERNEL_NODE_PARAMS of_runtime(const cudaKernelNodeParams& p)
{
    CUDA_KERNEL_NODE_PARAMS out = {};
    out.func = reinterpret_cast<CUfunction>(context::instance().find_kernel(p.func).get());
    out.gridDimX = p.gridDim.x;
    out.gridDimY = p.gridDim.y;
    out.gridDimZ = p.gridDim.z;
    out.blockDimX = p.blockDim.x;
    out.blockDimY = p.blockDim.y;
    out.blockDimZ = p.blockDim.z;
    out.sharedMemBytes = p.sharedMemBytes;
    out.kernelParams = p.kernelParams;
    return out;
}

// Converts the parameters of any node. `out` must be zeroed. Returns false if a copy is invalid.
bool of_driver(const CUgraphNodeParams& p, cudaGraphNodeParams& out)
{
    out.type = static_cast<cudaGraphNodeType>(p.type); // the driver's node types have the runtime's values
    switch (p.type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: {
        const cudaKernelNodeParams k = of_driver(*as<const CUDA_KERNEL_NODE_PARAMS>(&p.kernel));
        out.kernel = {k.func, k.gridDim, k.blockDim, k.sharedMemBytes, k.kernelParams, k.extra};
        return true;
    }
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return parameters_of_copy(p.memcpy.copyParams, out.memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET: {
        const auto& m = p.memset;
        out.memset = {reinterpret_cast<void*>(m.dst), m.pitch, m.value, m.elementSize, m.width, m.height};
        return true;
    }
    case CU_GRAPH_NODE_TYPE_HOST:
        out.host = {p.host.fn, p.host.userData};
        return true;
    case CU_GRAPH_NODE_TYPE_GRAPH:
        out.graph.graph = p.graph.graph;
        return true;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        out.eventWait.event = p.eventWait.event;
        return true;
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        out.eventRecord.event = p.eventRecord.event;
        return true;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        std::memcpy(static_cast<void*>(&out.alloc), &p.alloc, sizeof out.alloc);
        return true;
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        out.free.dptr = reinterpret_cast<void*>(p.free.dptr);
        return true;
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        out.conditional.handle = p.conditional.handle;
        out.conditional.type = static_cast<cudaGraphConditionalNodeType>(p.conditional.type);
        out.conditional.size = p.conditional.size;
        return true;
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
        return unsupported("a graph's node of memory operations") == cudaSuccess;
    default:
        return true;
    }
}

using nodes = const CUgraphNode*;

} // namespace

extern "C" {

CUresult cuGraphAddKernelNode(CUgraphNode* out, CUgraph g, nodes after, std::size_t n, const CUDA_KERNEL_NODE_PARAMS* p)
{
    if (!p) return CUDA_ERROR_INVALID_VALUE;
    const cudaKernelNodeParams k = of_driver(*p);
    return call_initialised([&] { return cudaGraphAddKernelNode(out, g, after, n, &k); });
}
CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* out)
{
    cudaKernelNodeParams k = {};
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = call_initialised([&] { return cudaGraphKernelNodeGetParams(node, &k); })) return e;
    *out = of_runtime(k);
    return CUDA_SUCCESS;
}
CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS* p)
{
    if (!p) return CUDA_ERROR_INVALID_VALUE;
    const cudaKernelNodeParams k = of_driver(*p);
    return call_initialised([&] { return cudaGraphKernelNodeSetParams(node, &k); });
}
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec x, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS* p)
{
    if (!p) return CUDA_ERROR_INVALID_VALUE;
    const cudaKernelNodeParams k = of_driver(*p);
    return call_initialised([&] { return cudaGraphExecKernelNodeSetParams(x, node, &k); });
}
CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from)
{
    return call_initialised([&] { return cudaGraphKernelNodeCopyAttributes(to, from); });
}
CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute, CUkernelNodeAttrValue* out)
{
    return call_initialised([&] {
        return cudaGraphKernelNodeGetAttribute(node, static_cast<cudaLaunchAttributeID>(attribute),
                                               as<cudaLaunchAttributeValue>(out));
    });
}
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute, const CUkernelNodeAttrValue* v)
{
    return call_initialised([&] {
        return cudaGraphKernelNodeSetAttribute(node, static_cast<cudaLaunchAttributeID>(attribute),
                                               as<const cudaLaunchAttributeValue>(v));
    });
}

CUresult cuGraphAddMemcpyNode(CUgraphNode* out, CUgraph g, nodes after, std::size_t n, const CUDA_MEMCPY3D* p,
                              CUcontext)
{
    cudaMemcpy3DParms c;
    if (!p || !parameters_of_copy(*p, c)) return CUDA_ERROR_INVALID_VALUE;
    return call_initialised([&] { return cudaGraphAddMemcpyNode(out, g, after, n, &c); });
}
CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D* out)
{
    cudaMemcpy3DParms c = {};
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = call_initialised([&] { return cudaGraphMemcpyNodeGetParams(node, &c); })) return e;
    *out = parameters_of_copy(c);
    return CUDA_SUCCESS;
}
CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D* p)
{
    cudaMemcpy3DParms c;
    if (!p || !parameters_of_copy(*p, c)) return CUDA_ERROR_INVALID_VALUE;
    return call_initialised([&] { return cudaGraphMemcpyNodeSetParams(node, &c); });
}
CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec x, CUgraphNode node, const CUDA_MEMCPY3D* p, CUcontext)
{
    cudaMemcpy3DParms c;
    if (!p || !parameters_of_copy(*p, c)) return CUDA_ERROR_INVALID_VALUE;
    return call_initialised([&] { return cudaGraphExecMemcpyNodeSetParams(x, node, &c); });
}

CUresult cuGraphAddMemsetNode(CUgraphNode* out, CUgraph g, nodes after, std::size_t n, const CUDA_MEMSET_NODE_PARAMS* p,
                              CUcontext)
{
    return call_initialised([&] { return cudaGraphAddMemsetNode(out, g, after, n, as<const cudaMemsetParams>(p)); });
}
CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS* out)
{
    return call_initialised([&] { return cudaGraphMemsetNodeGetParams(node, as<cudaMemsetParams>(out)); });
}
CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS* p)
{
    return call_initialised([&] { return cudaGraphMemsetNodeSetParams(node, as<const cudaMemsetParams>(p)); });
}
CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec x, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS* p, CUcontext)
{
    return call_initialised([&] { return cudaGraphExecMemsetNodeSetParams(x, node, as<const cudaMemsetParams>(p)); });
}

CUresult cuGraphAddHostNode(CUgraphNode* out, CUgraph g, nodes after, std::size_t n, const CUDA_HOST_NODE_PARAMS* p)
{
    return call_initialised([&] { return cudaGraphAddHostNode(out, g, after, n, as<const cudaHostNodeParams>(p)); });
}
CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS* out)
{
    return call_initialised([&] { return cudaGraphHostNodeGetParams(node, as<cudaHostNodeParams>(out)); });
}
CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS* p)
{
    return call_initialised([&] { return cudaGraphHostNodeSetParams(node, as<const cudaHostNodeParams>(p)); });
}
CUresult cuGraphExecHostNodeSetParams(CUgraphExec x, CUgraphNode node, const CUDA_HOST_NODE_PARAMS* p)
{
    return call_initialised([&] { return cudaGraphExecHostNodeSetParams(x, node, as<const cudaHostNodeParams>(p)); });
}

CUresult cuGraphAddChildGraphNode(CUgraphNode* out, CUgraph g, nodes after, std::size_t n, CUgraph child)
{
    return call_initialised([&] { return cudaGraphAddChildGraphNode(out, g, after, n, child); });
}
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph* out)
{
    return call_initialised([&] { return cudaGraphChildGraphNodeGetGraph(node, out); });
}
CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec x, CUgraphNode node, CUgraph child)
{
    return call_initialised([&] { return cudaGraphExecChildGraphNodeSetParams(x, node, child); });
}

CUresult cuGraphAddEventRecordNode(CUgraphNode* out, CUgraph g, nodes after, std::size_t n, CUevent event)
{
    return call_initialised([&] { return cudaGraphAddEventRecordNode(out, g, after, n, event); });
}
CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent* out)
{
    return call_initialised([&] { return cudaGraphEventRecordNodeGetEvent(node, out); });
}
CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event)
{
    return call_initialised([&] { return cudaGraphEventRecordNodeSetEvent(node, event); });
}
CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec x, CUgraphNode node, CUevent event)
{
    return call_initialised([&] { return cudaGraphExecEventRecordNodeSetEvent(x, node, event); });
}
CUresult cuGraphAddEventWaitNode(CUgraphNode* out, CUgraph g, nodes after, std::size_t n, CUevent event)
{
    return call_initialised([&] { return cudaGraphAddEventWaitNode(out, g, after, n, event); });
}
CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent* out)
{
    return call_initialised([&] { return cudaGraphEventWaitNodeGetEvent(node, out); });
}
CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event)
{
    return call_initialised([&] { return cudaGraphEventWaitNodeSetEvent(node, event); });
}
CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec x, CUgraphNode node, CUevent event)
{
    return call_initialised([&] { return cudaGraphExecEventWaitNodeSetEvent(x, node, event); });
}

CUresult cuGraphAddMemAllocNode(CUgraphNode* out, CUgraph g, nodes after, std::size_t n, CUDA_MEM_ALLOC_NODE_PARAMS* p)
{
    return call_initialised([&] { return cudaGraphAddMemAllocNode(out, g, after, n, as<cudaMemAllocNodeParams>(p)); });
}
CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS* out)
{
    return call_initialised([&] { return cudaGraphMemAllocNodeGetParams(node, as<cudaMemAllocNodeParams>(out)); });
}
CUresult cuGraphAddMemFreeNode(CUgraphNode* out, CUgraph g, nodes after, std::size_t n, CUdeviceptr p)
{
    return call_initialised([&] { return cudaGraphAddMemFreeNode(out, g, after, n, reinterpret_cast<void*>(p)); });
}
CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr* out)
{
    return call_initialised([&] { return cudaGraphMemFreeNodeGetParams(node, out); });
}
CUresult cuDeviceGetGraphMemAttribute(CUdevice d, CUgraphMem_attribute a, void* out)
{
    return call_initialised(
        [&] { return cudaDeviceGetGraphMemAttribute(d, static_cast<cudaGraphMemAttributeType>(a), out); });
}
CUresult cuDeviceSetGraphMemAttribute(CUdevice d, CUgraphMem_attribute a, void* value)
{
    return call_initialised(
        [&] { return cudaDeviceSetGraphMemAttribute(d, static_cast<cudaGraphMemAttributeType>(a), value); });
}
CUresult cuDeviceGraphMemTrim(CUdevice d)
{
    return call_initialised([&] { return cudaDeviceGraphMemTrim(d); });
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle* out, CUgraph g, CUcontext, unsigned value,
                                        unsigned flags)
{
    cudaGraphConditionalHandle handle = 0;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    const CUresult e = call_initialised([&] { return cudaGraphConditionalHandleCreate(&handle, g, value, flags); });
    if (e == CUDA_SUCCESS) *out = handle;
    return e;
}
CUresult cuGraphAddNode(CUgraphNode* out, CUgraph g, nodes after, const CUgraphEdgeData* data, std::size_t n,
                        CUgraphNodeParams* p)
{
    cudaGraphNodeParams r = {};
    if (!p || !of_driver(*p, r)) return CUDA_ERROR_INVALID_VALUE;
    const CUresult e =
        call_initialised([&] { return cudaGraphAddNode(out, g, after, as<const cudaGraphEdgeData>(data), n, &r); });
    if (e != CUDA_SUCCESS) return e;
    if (p->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC) p->alloc.dptr = reinterpret_cast<CUdeviceptr>(r.alloc.dptr);
    if (p->type == CU_GRAPH_NODE_TYPE_CONDITIONAL) p->conditional.phGraph_out = r.conditional.phGraph_out;
    return CUDA_SUCCESS;
}
CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams* p)
{
    cudaGraphNodeParams r = {};
    if (!p || !of_driver(*p, r)) return CUDA_ERROR_INVALID_VALUE;
    return call_initialised([&] { return cudaGraphNodeSetParams(node, &r); });
}
CUresult cuGraphExecNodeSetParams(CUgraphExec x, CUgraphNode node, CUgraphNodeParams* p)
{
    cudaGraphNodeParams r = {};
    if (!p || !of_driver(*p, r)) return CUDA_ERROR_INVALID_VALUE;
    return call_initialised([&] { return cudaGraphExecNodeSetParams(x, node, &r); });
}

} // extern "C"
