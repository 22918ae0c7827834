// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs and stream captures of the driver API. The runtime implements them.
#include "driver/call.h"

using namespace cuda_emulator;

extern "C" {

CUresult cuGraphCreate(CUgraph* out, unsigned flags)
{
    return call_initialised([&] { return cudaGraphCreate(out, flags); });
}
CUresult cuGraphDestroy(CUgraph g)
{
    return call_initialised([&] { return cudaGraphDestroy(g); });
}
CUresult cuGraphAddEmptyNode(CUgraphNode* out, CUgraph g, const CUgraphNode* after, std::size_t count)
{
    return call_initialised([&] { return cudaGraphAddEmptyNode(out, g, after, count); });
}
CUresult cuGraphAddDependencies(CUgraph g, const CUgraphNode* from, const CUgraphNode* to, const CUgraphEdgeData* data,
                                std::size_t count)
{
    return call_initialised(
        [&] { return cudaGraphAddDependencies(g, from, to, reinterpret_cast<const cudaGraphEdgeData*>(data), count); });
}
CUresult cuGraphRemoveDependencies(CUgraph g, const CUgraphNode* from, const CUgraphNode* to,
                                   const CUgraphEdgeData* data, std::size_t count)
{
    return call_initialised([&] {
        return cudaGraphRemoveDependencies(g, from, to, reinterpret_cast<const cudaGraphEdgeData*>(data), count);
    });
}
CUresult cuGraphGetEdges(CUgraph g, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* data, std::size_t* count)
{
    return call_initialised(
        [&] { return cudaGraphGetEdges(g, from, to, reinterpret_cast<cudaGraphEdgeData*>(data), count); });
}
CUresult cuGraphNodeGetDependencies(CUgraphNode n, CUgraphNode* out, CUgraphEdgeData* data, std::size_t* count)
{
    return call_initialised(
        [&] { return cudaGraphNodeGetDependencies(n, out, reinterpret_cast<cudaGraphEdgeData*>(data), count); });
}
CUresult cuGraphNodeGetDependentNodes(CUgraphNode n, CUgraphNode* out, CUgraphEdgeData* data, std::size_t* count)
{
    return call_initialised(
        [&] { return cudaGraphNodeGetDependentNodes(n, out, reinterpret_cast<cudaGraphEdgeData*>(data), count); });
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec* out, CUgraph g, unsigned long long flags)
{
    return call_initialised([&] { return cudaGraphInstantiate(out, g, flags); });
}
CUresult cuGraphInstantiateWithParams(CUgraphExec* out, CUgraph g, CUDA_GRAPH_INSTANTIATE_PARAMS* p)
{
    static_assert(sizeof *p == sizeof(cudaGraphInstantiateParams));
    return call_initialised(
        [&] { return cudaGraphInstantiateWithParams(out, g, reinterpret_cast<cudaGraphInstantiateParams*>(p)); });
}
CUresult cuGraphExecGetFlags(CUgraphExec x, cuuint64_t* flags)
{
    unsigned long long value = 0;
    if (!flags) return CUDA_ERROR_INVALID_VALUE;
    const CUresult e = call_initialised([&] { return cudaGraphExecGetFlags(x, &value); });
    if (e == CUDA_SUCCESS) *flags = value;
    return e;
}
CUresult cuGraphExecUpdate(CUgraphExec x, CUgraph g, CUgraphExecUpdateResultInfo* info)
{
    static_assert(sizeof *info == sizeof(cudaGraphExecUpdateResultInfo));
    return call_initialised(
        [&] { return cudaGraphExecUpdate(x, g, reinterpret_cast<cudaGraphExecUpdateResultInfo*>(info)); });
}
CUresult cuGraphNodeSetEnabled(CUgraphExec x, CUgraphNode n, unsigned enabled)
{
    return call_initialised([&] { return cudaGraphNodeSetEnabled(x, n, enabled); });
}
CUresult cuGraphNodeGetEnabled(CUgraphExec x, CUgraphNode n, unsigned* enabled)
{
    return call_initialised([&] { return cudaGraphNodeGetEnabled(x, n, enabled); });
}
CUresult cuGraphUpload(CUgraphExec x, CUstream s)
{
    return call_initialised([&] { return cudaGraphUpload(x, s); });
}
CUresult cuGraphClone(CUgraph* out, CUgraph g)
{
    return call_initialised([&] { return cudaGraphClone(out, g); });
}
CUresult cuGraphNodeFindInClone(CUgraphNode* out, CUgraphNode original, CUgraph clone)
{
    return call_initialised([&] { return cudaGraphNodeFindInClone(out, original, clone); });
}
CUresult cuGraphNodeGetType(CUgraphNode n, CUgraphNodeType* type)
{
    return call_initialised([&] { return cudaGraphNodeGetType(n, reinterpret_cast<cudaGraphNodeType*>(type)); });
}
CUresult cuGraphGetNodes(CUgraph g, CUgraphNode* out, std::size_t* count)
{
    return call_initialised([&] { return cudaGraphGetNodes(g, out, count); });
}
CUresult cuGraphGetRootNodes(CUgraph g, CUgraphNode* out, std::size_t* count)
{
    return call_initialised([&] { return cudaGraphGetRootNodes(g, out, count); });
}
CUresult cuGraphDestroyNode(CUgraphNode n)
{
    return call_initialised([&] { return cudaGraphDestroyNode(n); });
}
CUresult cuGraphDebugDotPrint(CUgraph g, const char* path, unsigned flags)
{
    return call_initialised([&] { return cudaGraphDebugDotPrint(g, path, flags); });
}
CUresult cuUserObjectCreate(CUuserObject* out, void* p, CUhostFn destroy, unsigned references, unsigned flags)
{
    return call_initialised([&] { return cudaUserObjectCreate(out, p, destroy, references, flags); });
}
CUresult cuUserObjectRetain(CUuserObject o, unsigned count)
{
    return call_initialised([&] { return cudaUserObjectRetain(o, count); });
}
CUresult cuUserObjectRelease(CUuserObject o, unsigned count)
{
    return call_initialised([&] { return cudaUserObjectRelease(o, count); });
}
CUresult cuGraphRetainUserObject(CUgraph g, CUuserObject o, unsigned count, unsigned flags)
{
    return call_initialised([&] { return cudaGraphRetainUserObject(g, o, count, flags); });
}
CUresult cuGraphReleaseUserObject(CUgraph g, CUuserObject o, unsigned count)
{
    return call_initialised([&] { return cudaGraphReleaseUserObject(g, o, count); });
}
CUresult cuStreamBeginCaptureToGraph(CUstream s, CUgraph g, const CUgraphNode* after, const CUgraphEdgeData* data,
                                     std::size_t count, CUstreamCaptureMode mode)
{
    return call_initialised([&] {
        return cudaStreamBeginCaptureToGraph(s, g, after, reinterpret_cast<const cudaGraphEdgeData*>(data), count,
                                             static_cast<cudaStreamCaptureMode>(mode));
    });
}
CUresult cuGraphLaunch(CUgraphExec x, CUstream s)
{
    return call_initialised([&] { return cudaGraphLaunch(x, s); });
}
CUresult cuGraphExecDestroy(CUgraphExec x)
{
    return call_initialised([&] { return cudaGraphExecDestroy(x); });
}
CUresult cuStreamBeginCapture(CUstream s, CUstreamCaptureMode mode)
{
    return call_initialised([&] { return cudaStreamBeginCapture(s, static_cast<cudaStreamCaptureMode>(mode)); });
}
CUresult cuStreamEndCapture(CUstream s, CUgraph* out)
{
    return call_initialised([&] { return cudaStreamEndCapture(s, out); });
}
CUresult cuStreamGetCaptureInfo(CUstream s, CUstreamCaptureStatus* status, cuuint64_t* id, CUgraph* graph,
                                const CUgraphNode** after, const CUgraphEdgeData** data, std::size_t* count)
{
    return call_initialised([&] {
        unsigned long long number = 0;
        const cudaError_t e =
            cudaStreamGetCaptureInfo(s, reinterpret_cast<cudaStreamCaptureStatus*>(status), &number, graph, after,
                                     reinterpret_cast<const cudaGraphEdgeData**>(data), count);
        if (e == cudaSuccess && id) *id = number;
        return e;
    });
}
CUresult cuStreamUpdateCaptureDependencies(CUstream s, CUgraphNode* nodes, const CUgraphEdgeData* data,
                                           std::size_t count, unsigned flags)
{
    return call_initialised([&] {
        return cudaStreamUpdateCaptureDependencies(s, nodes, reinterpret_cast<const cudaGraphEdgeData*>(data), count,
                                                   flags);
    });
}

} // extern "C"
