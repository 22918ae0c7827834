// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs and captures of the driver API: the runtime's own, by other names.
#include "driver/call.h"

using namespace cuda_emulator;

extern "C" {

CUresult cuGraphCreate(CUgraph* out, unsigned flags)
{
    return call_runtime([&] { return cudaGraphCreate(out, flags); });
}
CUresult cuGraphDestroy(CUgraph g)
{
    return call_runtime([&] { return cudaGraphDestroy(g); });
}
CUresult cuGraphAddEmptyNode(CUgraphNode* out, CUgraph g, const CUgraphNode* after, std::size_t count)
{
    return call_runtime([&] { return cudaGraphAddEmptyNode(out, g, after, count); });
}
CUresult cuGraphAddDependencies(CUgraph g, const CUgraphNode* from, const CUgraphNode* to, const CUgraphEdgeData* data,
                                std::size_t count)
{
    return call_runtime(
        [&] { return cudaGraphAddDependencies(g, from, to, reinterpret_cast<const cudaGraphEdgeData*>(data), count); });
}
CUresult cuGraphRemoveDependencies(CUgraph g, const CUgraphNode* from, const CUgraphNode* to,
                                   const CUgraphEdgeData* data, std::size_t count)
{
    return call_runtime([&] {
        return cudaGraphRemoveDependencies(g, from, to, reinterpret_cast<const cudaGraphEdgeData*>(data), count);
    });
}
CUresult cuGraphGetEdges(CUgraph g, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* data, std::size_t* count)
{
    return call_runtime(
        [&] { return cudaGraphGetEdges(g, from, to, reinterpret_cast<cudaGraphEdgeData*>(data), count); });
}
CUresult cuGraphNodeGetDependencies(CUgraphNode n, CUgraphNode* out, CUgraphEdgeData* data, std::size_t* count)
{
    return call_runtime(
        [&] { return cudaGraphNodeGetDependencies(n, out, reinterpret_cast<cudaGraphEdgeData*>(data), count); });
}
CUresult cuGraphNodeGetDependentNodes(CUgraphNode n, CUgraphNode* out, CUgraphEdgeData* data, std::size_t* count)
{
    return call_runtime(
        [&] { return cudaGraphNodeGetDependentNodes(n, out, reinterpret_cast<cudaGraphEdgeData*>(data), count); });
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec* out, CUgraph g, unsigned long long flags)
{
    return call_runtime([&] { return cudaGraphInstantiate(out, g, flags); });
}
CUresult cuGraphLaunch(CUgraphExec x, CUstream s)
{
    return call_runtime([&] { return cudaGraphLaunch(x, s); });
}
CUresult cuGraphExecDestroy(CUgraphExec x)
{
    return call_runtime([&] { return cudaGraphExecDestroy(x); });
}
CUresult cuStreamBeginCapture(CUstream s, CUstreamCaptureMode mode)
{
    return call_runtime([&] { return cudaStreamBeginCapture(s, static_cast<cudaStreamCaptureMode>(mode)); });
}
CUresult cuStreamEndCapture(CUstream s, CUgraph* out)
{
    return call_runtime([&] { return cudaStreamEndCapture(s, out); });
}
CUresult cuStreamGetCaptureInfo(CUstream s, CUstreamCaptureStatus* status, cuuint64_t* id, CUgraph* graph,
                                const CUgraphNode** after, const CUgraphEdgeData** data, std::size_t* count)
{
    return call_runtime([&] {
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
    return call_runtime([&] {
        return cudaStreamUpdateCaptureDependencies(s, nodes, reinterpret_cast<const cudaGraphEdgeData*>(data), count,
                                                   flags);
    });
}

} // extern "C"
