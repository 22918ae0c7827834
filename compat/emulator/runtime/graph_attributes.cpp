// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of kernel nodes. Only the cooperative launch and the clusters have an effect. The other attributes are
// stored.
#include "runtime/graph.h"

#include <cstring>

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t n, cudaLaunchAttributeID attribute,
                                            const cudaLaunchAttributeValue* value)
{
    CUDA_EMULATOR_ENTER();
    if (!n || !value || !n->launch) return record(cudaErrorInvalidValue);
    switch (attribute) {
    case cudaLaunchAttributeCooperative:
        n->launch->cooperative = value->cooperative != 0;
        break;
    case cudaLaunchAttributeClusterDimension:
        n->launch->cluster = dim3(value->clusterDim.x, value->clusterDim.y, value->clusterDim.z);
        break;
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
        break;
    default:
        return record(cudaErrorInvalidValue);
    }
    n->attributes[attribute] = *value;
    return cudaSuccess;
}
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t n, cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue* out)
{
    CUDA_EMULATOR_ENTER();
    if (!n || !out || !n->launch) return record(cudaErrorInvalidValue);
    std::memset(out, 0, sizeof *out);
    const auto at = n->attributes.find(attribute);
    if (at != n->attributes.end()) *out = at->second;
    if (attribute == cudaLaunchAttributeCooperative) out->cooperative = n->launch->cooperative;
    return cudaSuccess;
}
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from)
{
    CUDA_EMULATOR_ENTER();
    if (!to || !from || !to->launch || !from->launch) return record(cudaErrorInvalidValue);
    to->attributes = from->attributes;
    to->launch->cooperative = from->launch->cooperative;
    to->launch->cluster = from->launch->cluster;
    return cudaSuccess;
}

} // extern "C"
