// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of kernel nodes. Only the cooperative launch and the clusters have an effect. The other attributes are
// stored.
#include "runtime/graph.h"

#include <cstring>

using namespace cuda_emulator;

namespace {

// Attributes that a program may set or query on a node.
bool is_of_node(int attribute)
{
    switch (attribute) {
    case cudaLaunchAttributeCooperative:
    case cudaLaunchAttributeClusterDimension:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributePreferredClusterDimension:
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
    case cudaLaunchAttributeNvlinkUtilCentricScheduling:
        return true;
    default:
        return false;
    }
}

} // namespace

void cuda_emulator::keep_attributes(CUgraphNode_st& n, const cudaLaunchAttribute* all, unsigned count)
{
    for (unsigned k = 0; k < count; ++k) {
        const bool is_updatable = all[k].id == cudaLaunchAttributeDeviceUpdatableKernelNode &&
                                  all[k].val.deviceUpdatableKernelNode.deviceUpdatable;
        if (is_of_node(all[k].id) || is_updatable) n.attributes[all[k].id] = all[k].val;
    }
}

extern "C" {

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t n, cudaLaunchAttributeID attribute,
                                            const cudaLaunchAttributeValue* value)
{
    CUDA_EMULATOR_ENTER();
    if (!n || !value || !n->launch || !is_of_node(attribute)) return record(cudaErrorInvalidValue);
    if (attribute == cudaLaunchAttributeCooperative) n->launch->cooperative = value->cooperative != 0;
    if (attribute == cudaLaunchAttributeClusterDimension) {
        const dim3 cluster(value->clusterDim.x, value->clusterDim.y, value->clusterDim.z);
        kept_launch& l = *n->launch;
        if (const cudaError_t e = refuse_launch(*l.function, l.grid, l.block, l.shared, l.cooperative, cluster))
            return record(e);
        l.cluster = cluster;
    }
    n->attributes[attribute] = *value;
    return cudaSuccess;
}
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t n, cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue* out)
{
    CUDA_EMULATOR_ENTER();
    if (!n || !out || !n->launch) return record(cudaErrorInvalidValue);
    const auto at = n->attributes.find(attribute);
    const bool is_kept = at != n->attributes.end();
    if (!is_kept && !is_of_node(attribute)) return record(cudaErrorInvalidValue);
    std::memset(out, 0, sizeof *out);
    if (is_kept) *out = at->second;
    if (!is_kept && attribute == cudaLaunchAttributeMemSyncDomainMap) out->memSyncDomainMap.remote = 1;
    if (attribute == cudaLaunchAttributeCooperative) out->cooperative = n->launch->cooperative;
    return cudaSuccess;
}
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from)
{
    CUDA_EMULATOR_ENTER();
    if (!to || !from || !to->launch || !from->launch) return record(cudaErrorInvalidValue);
    // The manual forbids it. No H200 was asked for the error.
    if (to->is_device_updatable() || from->is_device_updatable()) return record(cudaErrorInvalidValue);
    to->attributes = from->attributes;
    to->launch->cooperative = from->launch->cooperative;
    to->launch->cluster = from->launch->cluster;
    return cudaSuccess;
}

} // extern "C"
