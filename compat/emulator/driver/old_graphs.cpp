// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graph calls as toolkits before CUDA 13 declare them: without edge data, and with other structures.
#include "driver/call.h"

using namespace cuda_emulator;

// Programs request the first version of these calls by the plain name.
#undef cuGraphInstantiate
#undef cuGraphAddKernelNode
#undef cuGraphKernelNodeGetParams
#undef cuGraphKernelNodeSetParams
#undef cuGraphExecKernelNodeSetParams
#undef cuGraphExecUpdate
#undef cuGraphGetEdges
#undef cuGraphNodeGetDependencies
#undef cuGraphNodeGetDependentNodes
#undef cuGraphAddDependencies
#undef cuGraphRemoveDependencies
#undef cuGraphAddNode
#undef cuStreamBeginCapture
#undef cuStreamGetCaptureInfo
#undef cuStreamUpdateCaptureDependencies

namespace {
CUDA_KERNEL_NODE_PARAMS_v2 of_old(const CUDA_KERNEL_NODE_PARAMS_v1& p)
{
    return {p.func,      p.gridDimX,       p.gridDimY,     p.gridDimZ, p.blockDimX, p.blockDimY,
            p.blockDimZ, p.sharedMemBytes, p.kernelParams, p.extra,    nullptr,     nullptr};
}
} // namespace

extern "C" {

// The log stays empty. The node says where the reason is.
CUresult cuGraphInstantiate_v2(CUgraphExec* out, CUgraph g, CUgraphNode* error, char* log, std::size_t size)
{
    CUDA_GRAPH_INSTANTIATE_PARAMS p = {};
    const CUresult e = cuGraphInstantiateWithParams(out, g, &p);
    if (error) *error = p.hErrNode_out;
    if (log && size) *log = '\0';
    return e;
}
CUresult cuGraphInstantiate(CUgraphExec* out, CUgraph g, CUgraphNode* error, char* log, std::size_t size)
{
    return cuGraphInstantiate_v2(out, g, error, log, size);
}
CUresult cuGraphAddKernelNode(CUgraphNode* out, CUgraph g, const CUgraphNode* after, std::size_t count,
                              const CUDA_KERNEL_NODE_PARAMS_v1* p)
{
    if (!p) return CUDA_ERROR_INVALID_VALUE;
    const auto now = of_old(*p);
    return cuGraphAddKernelNode_v2(out, g, after, count, &now);
}
CUresult cuGraphKernelNodeGetParams(CUgraphNode n, CUDA_KERNEL_NODE_PARAMS_v1* out)
{
    CUDA_KERNEL_NODE_PARAMS_v2 p = {};
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = cuGraphKernelNodeGetParams_v2(n, &p)) return e;
    *out = {p.func,      p.gridDimX,  p.gridDimY,       p.gridDimZ,     p.blockDimX,
            p.blockDimY, p.blockDimZ, p.sharedMemBytes, p.kernelParams, p.extra};
    return CUDA_SUCCESS;
}
CUresult cuGraphKernelNodeSetParams(CUgraphNode n, const CUDA_KERNEL_NODE_PARAMS_v1* p)
{
    if (!p) return CUDA_ERROR_INVALID_VALUE;
    const auto now = of_old(*p);
    return cuGraphKernelNodeSetParams_v2(n, &now);
}
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec x, CUgraphNode n, const CUDA_KERNEL_NODE_PARAMS_v1* p)
{
    if (!p) return CUDA_ERROR_INVALID_VALUE;
    const auto now = of_old(*p);
    return cuGraphExecKernelNodeSetParams_v2(x, n, &now);
}
CUresult cuGraphExecUpdate(CUgraphExec x, CUgraph g, CUgraphNode* error, CUgraphExecUpdateResult* result)
{
    CUgraphExecUpdateResultInfo info = {};
    const CUresult e = cuGraphExecUpdate_v2(x, g, &info);
    if (error) *error = info.errorNode;
    if (result) *result = info.result;
    return e;
}
CUresult cuGraphGetEdges(CUgraph g, CUgraphNode* from, CUgraphNode* to, std::size_t* count)
{
    return cuGraphGetEdges_v2(g, from, to, nullptr, count);
}
CUresult cuGraphNodeGetDependencies(CUgraphNode n, CUgraphNode* out, std::size_t* count)
{
    return cuGraphNodeGetDependencies_v2(n, out, nullptr, count);
}
CUresult cuGraphNodeGetDependentNodes(CUgraphNode n, CUgraphNode* out, std::size_t* count)
{
    return cuGraphNodeGetDependentNodes_v2(n, out, nullptr, count);
}
CUresult cuGraphAddDependencies(CUgraph g, const CUgraphNode* from, const CUgraphNode* to, std::size_t count)
{
    return cuGraphAddDependencies_v2(g, from, to, nullptr, count);
}
CUresult cuGraphRemoveDependencies(CUgraph g, const CUgraphNode* from, const CUgraphNode* to, std::size_t count)
{
    return cuGraphRemoveDependencies_v2(g, from, to, nullptr, count);
}
CUresult cuGraphAddNode(CUgraphNode* out, CUgraph g, const CUgraphNode* after, std::size_t count, CUgraphNodeParams* p)
{
    return cuGraphAddNode_v2(out, g, after, nullptr, count, p);
}
CUresult cuStreamBeginCapture(CUstream s) { return cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL); }
CUresult cuStreamGetCaptureInfo_v2(CUstream s, CUstreamCaptureStatus* status, cuuint64_t* id, CUgraph* graph,
                                   const CUgraphNode** after, std::size_t* count)
{
    return cuStreamGetCaptureInfo_v3(s, status, id, graph, after, nullptr, count);
}
CUresult cuStreamGetCaptureInfo(CUstream s, CUstreamCaptureStatus* status, cuuint64_t* id)
{
    return cuStreamGetCaptureInfo_v3(s, status, id, nullptr, nullptr, nullptr, nullptr);
}
CUresult cuStreamUpdateCaptureDependencies(CUstream s, CUgraphNode* nodes, std::size_t count, unsigned flags)
{
    return cuStreamUpdateCaptureDependencies_v2(s, nodes, nullptr, count, flags);
}

} // extern "C"
